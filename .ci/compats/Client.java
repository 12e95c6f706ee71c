// What clients in Java ask Mailpit and MailHog for, by its own HttpClient and Jakarta Mail.
import jakarta.mail.Message;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Properties;
import java.util.concurrent.Callable;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

public class Client {
    static final String url = System.getenv("URL");
    static final HttpClient http = HttpClient.newHttpClient();
    static int good, bad;

    static HttpResponse<String> ask(String method, String path, String body) throws Exception {
        var to = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        return http.send(HttpRequest.newBuilder(URI.create(url + path)).method(method, to).header("Accept", "application/json").build(), HttpResponse.BodyHandlers.ofString());
    }

    static JsonObject get(String path) throws Exception {
        return JsonParser.parseString(ask("GET", path, null).body()).getAsJsonObject();
    }

    static String send(String subject, String html) throws Exception {
        var at = System.getenv("SMTP").split(":");
        var p = new Properties();
        p.put("mail.smtp.host", at[0]);
        p.put("mail.smtp.port", at[1]);
        var m = new MimeMessage(Session.getInstance(p));
        m.setFrom(new InternetAddress("shop@example.test", "Shop"));
        m.setRecipient(Message.RecipientType.TO, new InternetAddress("kim@example.test", "Kim"));
        m.setSubject(subject, "UTF-8");
        m.setContent(html, "text/html; charset=utf-8");
        Transport.send(m);
        return get("/api/v1/messages").getAsJsonArray("messages").get(0).getAsJsonObject().get("ID").getAsString();
    }

    static void check(String name, Callable<Boolean> test) {
        try {
            if (ask("DELETE", "/api/v1/messages", null).statusCode() == 200 && test.call()) {
                good++;
                return;
            }
            System.out.println(name + ": no");
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
        bad++;
    }

    public static void main(String[] args) {
        check("message", () -> {
            var m = get("/api/v1/message/" + send("Gr\u00fc\u00dfe", "<p>4711</p>"));
            return m.get("Subject").getAsString().equals("Gr\u00fc\u00dfe") && m.getAsJsonObject("From").get("Name").getAsString().equals("Shop");
        });
        check("raw", () -> ask("GET", "/api/v1/message/" + send("One", "<p>4711</p>") + "/raw", null).body().contains("Subject: One"));
        check("views", () -> {
            var id = send("One", "<html><body><h1>Hello</h1></body></html>");
            return ask("GET", "/view/" + id + ".html", null).body().contains("<h1>Hello</h1>") && ask("GET", "/view/" + id + ".txt", null).body().contains("Hello");
        });
        check("search", () -> {
            send("One", "<p>x</p>");
            send("Two", "<p>x</p>");
            return get("/api/v1/search?query=subject%3Atwo").get("messages_count").getAsInt() == 1;
        });
        check("delete one", () -> {
            send("One", "<p>x</p>");
            ask("DELETE", "/api/v1/messages", "{\"IDs\":[\"" + send("Two", "<p>x</p>") + "\"]}");
            return get("/api/v1/messages").get("total").getAsInt() == 1;
        });
        check("not found", () -> ask("GET", "/api/v1/message/nonexistent-id", null).statusCode() == 404);
        check("chaos", () -> {
            ask("PUT", "/api/v1/chaos", "{\"Sender\":{\"ErrorCode\":451,\"Probability\":100}}");
            try {
                send("One", "<p>x</p>");
                return false;
            } catch (jakarta.mail.MessagingException e) {
                return String.valueOf(e.getCause() == null ? e : e.getCause()).contains("451") || e.getMessage().contains("451");
            } finally {
                ask("PUT", "/api/v1/chaos", "{}");
            }
        });
        check("mailhog", () -> {
            send("One", "<p>x</p>");
            var item = get("/api/v2/messages").getAsJsonArray("items").get(0).getAsJsonObject();
            return item.getAsJsonObject("From").get("Mailbox").getAsString().equals("shop");
        });
        check("info", () -> get("/api/v1/info").get("Version").getAsString().startsWith("v") && ask("GET", "/", null).statusCode() < 400);
        System.out.println("# pass " + good + "\n# fail " + bad);
        System.exit(bad > 0 ? 1 : 0);
    }
}
