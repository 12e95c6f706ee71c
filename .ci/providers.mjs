// The SDKs of mail providers against mailsimd; see .ci/providers.
import http from "node:http";
import fs from "node:fs";
import crypto from "node:crypto";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);

const ready = JSON.parse(fs.readFileSync(process.env.READY, "utf8"));
let passed = 0, failed = 0;
const show = (v) => JSON.stringify(v)?.slice(0, 600);
const ok = (name, good, seen) => { if (good) passed++; else { failed++; console.log(`  ${name}: FAILED ${show(seen)}`); } };
const eq = (name, got, want) => ok(name, JSON.stringify(got) === JSON.stringify(want), { got, want });
const has = (name, text, part) => ok(name, String(text).includes(part), { text, part });

const api = async (method, path, body) => {
  const res = await fetch(ready.http + "/api" + path, { method, headers: { Authorization: "Bearer providers-admin-key-01", "Content-Type": "application/json" }, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await res.text();
  if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${text}`);
  return text ? JSON.parse(text) : null;
};
const advance = (by) => api("POST", "/clock/advance", { by });

// The application, which is called back.
let heard = [];
const app = http.createServer((req, res) => {
  const chunks = [];
  req.on("data", (c) => chunks.push(c)).on("end", () => {
    heard.push({ path: req.url, head: req.headers, body: Buffer.concat(chunks) });
    res.end("ok");
  });
});
await new Promise((r) => app.listen(0, "127.0.0.1", r));
const hook = `http://127.0.0.1:${app.address().port}`;
// until waits for a webhook that fits.
const until = async (fits) => {
  for (let i = 0; i < 200; i++) {
    const found = heard.find((h) => { try { return fits(h); } catch { return false; } });
    if (found) return found;
    await new Promise((r) => setTimeout(r, 25));
  }
  return undefined;
};
const subscribe = async (list) => { heard = []; await api("PUT", "/webhooks", list); };
const caught = async (name, f) => { try { await f(); } catch (e) { passed++; return e; } failed++; console.log(`  ${name}: FAILED, nothing was thrown`); return {}; };

// ------------------------------------------------------------------ SendGrid
async function sendgrid() {
  const sg = require("@sendgrid/mail"), { Client } = require("@sendgrid/client");
  const { EventWebhook } = require("@sendgrid/eventwebhook");
  const client = new Client();
  client.setApiKey("SG.any.key");
  client.setDefaultRequest("baseUrl", ready.provider + "/");
  sg.setClient(client);
  await subscribe([{ name: "events", url: hook + "/sg", shape: "sendgrid", events: ["mail.report"] }, { name: "parse", url: hook + "/parse", shape: "sendgrid", events: ["persona.sent"] }, { name: "raw", url: hook + "/raw", shape: "sendgrid", raw: true, events: ["persona.sent"] }]);
  const mail = (to, more = {}) => ({ to, from: { email: "app@ours.test", name: "The App" }, subject: "Hello", text: "Hello there, can you meet on Tuesday?", html: '<p>Hello there, can you meet on Tuesday? <a href="http://shop.test/x">shop</a></p>', ...more });
  const [res, body] = await sg.send(mail("anna@client.test", { categories: ["welcome", "test"], customArgs: { order: "7" }, replyTo: "help@ours.test", headers: { "X-Order": "7" }, attachments: [{ content: Buffer.from("a,b").toString("base64"), filename: "list.csv", type: "text/csv", disposition: "attachment" }] }));
  eq("sendgrid: status", res.statusCode, 202);
  eq("sendgrid: empty body", body, "");
  const id = res.headers["x-message-id"];
  ok("sendgrid: X-Message-Id", /^[\w-]{22}$/.test(id), id);
  const keyAnswer = await client.request({ method: "GET", url: "/v3/user/webhooks/event/settings/signed" });
  const verify = new EventWebhook();
  const key = verify.convertPublicKeyToECDSA(keyAnswer[1].public_key);
  const events = () => heard.filter((h) => h.path === "/sg").flatMap((h) => JSON.parse(h.body));
  const event = async (kind, to) => { let found; await until(() => (found = events().find((e) => e.event === kind && (!to || e.email === to)))); return found; };
  const delivered = await event("delivered");
  ok("sendgrid: delivered", delivered, events());
  eq("sendgrid: the event names the send", delivered?.sg_message_id.split(".")[0], id);
  eq("sendgrid: categories", delivered?.category, ["welcome", "test"]);
  eq("sendgrid: custom args", delivered?.order, "7");
  ok("sendgrid: smtp-id", /^<.*>$/.test(delivered?.["smtp-id"]), delivered);
  ok("sendgrid: sg_event_id", delivered?.sg_event_id, delivered);
  eq("sendgrid: timestamp", delivered?.timestamp, Date.UTC(2026, 0, 5, 9) / 1000);
  ok("sendgrid: processed", await event("processed"), events());
  ok("sendgrid: several events in one post", heard.some((h) => h.path === "/sg" && JSON.parse(h.body).length > 1), heard.length);
  for (const h of heard.filter((h) => h.path === "/sg")) {
    ok("sendgrid: signature by the SDK's verifier", verify.verifySignature(key, h.body, h.head["x-twilio-email-event-webhook-signature"], h.head["x-twilio-email-event-webhook-timestamp"]));
    ok("sendgrid: another body does not verify", !verify.verifySignature(key, h.body + " ", h.head["x-twilio-email-event-webhook-signature"], h.head["x-twilio-email-event-webhook-timestamp"]));
  }
  await advance("48h");
  ok("sendgrid: open", await event("open"), events());
  const parse = await until((h) => h.path === "/parse");
  ok("sendgrid: inbound parse", parse?.head["content-type"].startsWith("multipart/form-data"), parse?.head);
  if (parse) {
    const form = await new Response(parse.body, { headers: { "Content-Type": parse.head["content-type"] } }).formData();
    has("parse: from", form.get("from"), "anna@client.test");
    eq("parse: envelope", JSON.parse(form.get("envelope")).to.includes("app@ours.test") || JSON.parse(form.get("envelope")).to.includes("help@ours.test"), true);
    has("parse: subject", form.get("subject"), "Hello");
    ok("parse: text", form.get("text").length > 5, form.get("text"));
    has("parse: headers", form.get("headers"), "Message-ID:");
    eq("parse: attachments", form.get("attachments"), "0");
    eq("parse: SPF", form.get("SPF"), "pass");
    ok("parse: charsets", JSON.parse(form.get("charsets")).text, form.get("charsets"));
    ok("parse: dkim", form.get("dkim").includes("pass"), form.get("dkim"));
  }
  const raw = await until((h) => h.path === "/raw");
  if (raw) {
    const form = await new Response(raw.body, { headers: { "Content-Type": raw.head["content-type"] } }).formData();
    has("parse raw: the whole mail", form.get("email"), "Message-ID:");
    eq("parse raw: no text", form.get("text"), null);
  }
  await sg.send(mail("cross+complaint@client.test"));
  await advance("1h");
  ok("sendgrid: spamreport", await event("spamreport"), events());
  await sg.send(mail("cross+complaint@client.test"));
  eq("sendgrid: dropped for a spam report", (await event("dropped", "cross+complaint@client.test"))?.reason, "Spam Reporting Address");

  await sg.send(mail("gone+unknown@client.test"));
  await advance("10m");
  const bounce = await event("bounce");
  eq("sendgrid: bounce", [bounce?.type, bounce?.status, bounce?.reason], ["bounce", "5.1.1", "550 5.1.1 User unknown"]);
  const list = await client.request({ method: "GET", url: "/v3/suppression/bounces" });
  eq("sendgrid: on the list of bounces", list[1].map((b) => b.email), ["gone+unknown@client.test"]);
  await sg.send(mail("gone+unknown@client.test"));
  eq("sendgrid: dropped", (await event("dropped", "gone+unknown@client.test"))?.reason, "Bounced Address");
  await sg.send(mail("busy+full-dsn@client.test"));
  await advance("10m");
  let blocked; await until(() => (blocked = events().find((e) => e.email === "busy+full-dsn@client.test" && e.event === "bounce")));
  eq("sendgrid: a full mailbox is a block", blocked?.type, "blocked");
  const get = async (url) => (await client.request({ method: "GET", url }))[1];
  eq("sendgrid: on the list of blocks", (await get("/v3/suppression/blocks")).map((b) => [b.email, b.status]), [["busy+full-dsn@client.test", "5.2.2"]]);
  eq("sendgrid: one block", (await get("/v3/suppression/blocks/busy+full-dsn@client.test")).length, 1);
  eq("sendgrid: a block is no bounce", (await get("/v3/suppression/bounces")).map((b) => b.email), ["gone+unknown@client.test"]);
  eq("sendgrid: off the blocks", (await client.request({ method: "DELETE", url: "/v3/suppression/blocks", body: { delete_all: true } }))[0].statusCode, 204);
  eq("sendgrid: no blocks", await get("/v3/suppression/blocks"), []);
  await api("POST", "/providers/sendgrid/suppressions", { list: "invalid_emails", addresses: ["odd@client.test"] });
  eq("sendgrid: invalid emails", (await get("/v3/suppression/invalid_emails")).map((b) => b.email), ["odd@client.test"]);
  await sg.send(mail("odd@client.test"));
  eq("sendgrid: dropped as invalid", (await event("dropped", "odd@client.test"))?.reason, "Invalid");
  const group = (await client.request({ method: "POST", url: "/v3/asm/groups", body: { name: "News", description: "Once a week" } }))[1];
  await client.request({ method: "POST", url: `/v3/asm/groups/${group.id}/suppressions`, body: { recipient_emails: ["left@client.test"] } });
  eq("sendgrid: groups", await get("/v3/asm/groups"), [{ id: group.id, name: "News", description: "Once a week", is_default: false, unsubscribes: 1 }]);
  await sg.send(mail("left@client.test", { asm: { groupId: group.id } }));
  eq("sendgrid: left the group", (await event("dropped", "left@client.test"))?.reason, "Unsubscribed Address");
  const batch = (await client.request({ method: "POST", url: "/v3/mail/batch" }))[1].batch_id;
  const nowAt = Math.floor(new Date((await api("GET", "/clock")).now).getTime() / 1000);
  await sg.send(mail("held@client.test", { sendAt: nowAt + 600, batchId: batch }));
  await client.request({ method: "POST", url: "/v3/user/scheduled_sends", body: { batch_id: batch, status: "pause" } });
  eq("sendgrid: paused", await get("/v3/user/scheduled_sends/" + batch), [{ batch_id: batch, status: "pause" }]);
  await advance("20m");
  ok("sendgrid: held", !events().some((x) => x.email === "held@client.test" && x.event === "delivered"), events().at(-1));
  eq("sendgrid: resumed", (await client.request({ method: "DELETE", url: "/v3/user/scheduled_sends/" + batch }))[0].statusCode, 204);
  await advance("1m");
  ok("sendgrid: goes on", await event("delivered", "held@client.test"), events().at(-1));
  await sg.send(mail("later+slow30m@client.test"));
  ok("sendgrid: deferred", await event("deferred", "later+slow30m@client.test"), events());
  await advance("31m");
  ok("sendgrid: delivered after that", await event("delivered", "later+slow30m@client.test"), events());
  const removed = await client.request({ method: "DELETE", url: "/v3/suppression/bounces/gone+unknown@client.test" });
  eq("sendgrid: taken off the list", removed[0].statusCode, 204);
  eq("sendgrid: not on it", (await caught("sendgrid: off twice", () => client.request({ method: "DELETE", url: "/v3/suppression/bounces/gone+unknown@client.test" }))).code, 404);

  let e = await caught("sendgrid: no subject", () => sg.send({ to: "a@b.test", from: "c@d.test", text: "x" }));
  eq("sendgrid: 400", e.code, 400);
  eq("sendgrid: the field", e.response?.body.errors[0].field, "subject");
  has("sendgrid: help", e.response?.body.errors[0].help, "errors.html#message.subject");
  e = await caught("sendgrid: twice", () => sg.send(mail(["a@b.test", "a@b.test"])));
  has("sendgrid: duplicates", e.response?.body.errors[0].message, "Each email address in the personalization block should be unique between to, cc, and bcc.");
  e = await caught("sendgrid: template", () => sg.send({ to: "a@b.test", from: "c@d.test", templateId: "d-00000000000000000000000000000000" }));
  eq("sendgrid: unknown template", e.response?.body.errors[0].field, "template_id");
  const made = await client.request({ method: "POST", url: "/v3/templates", body: { name: "Hi", generation: "dynamic" } });
  eq("sendgrid: template made", made[0].statusCode, 201);
  await client.request({ method: "POST", url: `/v3/templates/${made[1].id}/versions`, body: { name: "v1", subject: "Dear {{name}}", html_content: "<p>{{name}}</p>", plain_content: "{{name}}", active: 1 } });
  const [t] = await sg.send({ to: "tpl@client.test", from: "app@ours.test", templateId: made[1].id, dynamicTemplateData: { name: "Ben" } });
  eq("sendgrid: by template", t.statusCode, 202);
  eq("sendgrid: filled", (await api("GET", "/mailboxes/tpl@client.test/messages")).messages?.[0]?.subject ?? (await api("GET", "/mailboxes/tpl@client.test/messages"))[0]?.subject, "Dear Ben");
  const clock = await api("GET", "/clock");
  const at = Math.floor(new Date(clock.now ?? clock.time).getTime() / 1000);
  await sg.send(mail("soon@client.test", { sendAt: at + 3600 }));
  await advance("59m");
  ok("sendgrid: not before its time", !events().some((x) => x.email === "soon@client.test"), events().at(-1));
  await advance("1m");
  ok("sendgrid: at its time", await event("delivered", "soon@client.test"), events().at(-1));
  e = await caught("sendgrid: too far", () => sg.send(mail("a@b.test", { sendAt: at + 4 * 86400 })));
  eq("sendgrid: 72 hours", e.response?.body.errors[0].field, "send_at");
  eq("sendgrid: many", (await sg.send([mail("m1@client.test"), mail("m2@client.test")])).length, 2);
  const bad = await fetch(ready.provider + "/v3/mail/send", { method: "POST", body: "{}" });
  eq("sendgrid: no key", bad.status, 401);
  has("sendgrid: its error", (await bad.json()).errors[0].message, "Permission denied");
}

// ------------------------------------------------------------------ Postmark
async function postmark() {
  const { ServerClient, Errors } = require("postmark");
  const pm = new ServerClient("5e1b0000-0000-4000-8000-000000000001", { useHttps: false, requestHost: ready.provider.replace("http://", "") });
  await subscribe([{ name: "pm", url: hook + "/pm", shape: "postmark", events: ["mail.report", "persona.sent"] }]);
  const json = () => heard.filter((h) => h.path === "/pm").map((h) => JSON.parse(h.body));
  const record = async (type, to) => { let f; await until(() => (f = json().find((r) => (type ? r.RecordType === type : r.FromFull) && (!to || (r.Recipient ?? r.Email) === to)))); return f; };
  const r = await pm.sendEmail({ From: "The App <app@ours.test>", To: "anna@client.test", Subject: "Invoice", TextBody: "Can you pay on Tuesday?", HtmlBody: '<p>Can you pay on Tuesday? <a href="http://shop.test/x">x</a></p>', Tag: "invoice", Metadata: { order: "7" }, Headers: [{ Name: "X-Order", Value: "7" }], Attachments: [{ Name: "a.txt", Content: Buffer.from("x").toString("base64"), ContentType: "text/plain", ContentID: null }] });
  eq("postmark: ok", [r.ErrorCode, r.Message, r.To], [0, "OK", "anna@client.test"]);
  ok("postmark: id", /^[0-9a-f-]{36}$/.test(r.MessageID), r);
  ok("postmark: submitted", !Number.isNaN(Date.parse(r.SubmittedAt)), r);
  const d = await record("Delivery");
  eq("postmark: delivery", [d?.MessageID, d?.Recipient, d?.Tag, d?.Metadata, d?.MessageStream], [r.MessageID, "anna@client.test", "invoice", { order: "7" }, "outbound"]);
  await advance("48h");
  const o = await record("Open");
  eq("postmark: open", [o?.Recipient, o?.FirstOpen, o?.MessageID], ["anna@client.test", true, r.MessageID]);
  const inbound = await record("");
  eq("postmark: inbound from", inbound?.FromFull?.Email, "anna@client.test");
  ok("postmark: inbound text", inbound?.TextBody?.length > 5, inbound);
  ok("postmark: stripped reply", inbound?.StrippedTextReply?.length > 5 && !inbound.StrippedTextReply.includes("Can you pay on Tuesday?"), inbound?.StrippedTextReply);
  has("postmark: inbound subject", inbound?.Subject, "Invoice");
  eq("postmark: inbound lists", [Array.isArray(inbound?.ToFull), Array.isArray(inbound?.Attachments), inbound?.OriginalRecipient], [true, true, "app@ours.test"]);
  await pm.sendEmail({ From: "app@ours.test", To: "dead+unknown@client.test", Subject: "Hi", TextBody: "Hi" });
  await advance("10m");
  const b = await record("Bounce", "dead+unknown@client.test");
  eq("postmark: bounce", [b?.Type, b?.TypeCode, b?.Inactive, b?.Name], ["HardBounce", 1, true, "Hard bounce"]);
  const change = await record("SubscriptionChange", "dead+unknown@client.test");
  eq("postmark: the address is switched off", [change?.SuppressSending, change?.SuppressionReason, change?.Origin], [true, "HardBounce", "Recipient"]);
  const tester = new ServerClient("POSTMARK_API_TEST", { useHttps: false, requestHost: ready.provider.replace("http://", "") });
  eq("postmark: a test job", (await tester.sendEmail({ From: "app@ours.test", To: "tested@client.test", Subject: "Hi", TextBody: "Hi" })).Message, "Test job accepted");
  eq("postmark: it is not sent", (await api("GET", "/providers/postmark/sends")).filter((s) => s.to.includes("tested@client.test")), []);
  let e = await caught("postmark: inactive", () => pm.sendEmail({ From: "app@ours.test", To: "dead+unknown@client.test", Subject: "Hi", TextBody: "Hi" }));
  eq("postmark: 406", [e.code, e.statusCode], [406, 422]);
  ok("postmark: the SDK's own error", e instanceof Errors.InactiveRecipientsError, e.name);
  eq("postmark: who is inactive", e.recipients, ["dead+unknown@client.test"]);
  const part = await pm.sendEmail({ From: "app@ours.test", To: "dead+unknown@client.test, fine@client.test", Subject: "Hi", TextBody: "Hi" });
  eq("postmark: part of them", part.Message, "Message OK, but will not deliver to these inactive addresses: dead+unknown@client.test");
  const bounces = await pm.getBounces({ count: 10 });
  eq("postmark: bounces", [bounces.TotalCount, bounces.Bounces[0].Email], [1, "dead+unknown@client.test"]);
  const one = await pm.getBounce(bounces.Bounces[0].ID);
  eq("postmark: one bounce", [one.ID, one.Inactive], [bounces.Bounces[0].ID, true]);
  eq("postmark: the webhook's id", b?.ID, one.ID);
  eq("postmark: stats", (await pm.getDeliveryStatistics()).InactiveMails, 1);
  const dump = await pm.getSuppressions("outbound");
  eq("postmark: suppressions", dump.Suppressions.map((s) => [s.EmailAddress, s.SuppressionReason]), [["dead+unknown@client.test", "HardBounce"]]);
  eq("postmark: activate", (await pm.activateBounce(one.ID)).Message, "OK");
  eq("postmark: active again", (await pm.sendEmail({ From: "app@ours.test", To: "dead+unknown@client.test", Subject: "Hi", TextBody: "Hi" })).ErrorCode, 0);
  const s = await pm.createSuppressions("outbound", { Suppressions: [{ EmailAddress: "x@client.test" }] });
  eq("postmark: suppress", s.Suppressions[0].Status, "Suppressed");
  eq("postmark: unsuppress", (await pm.deleteSuppressions("outbound", { Suppressions: [{ EmailAddress: "x@client.test" }] })).Suppressions[0].Status, "Deleted");
  e = await caught("postmark: from", () => pm.sendEmail({ From: "nobody", To: "a@b.test", Subject: "x", TextBody: "x" }));
  eq("postmark: 300", e.code, 300);
  has("postmark: its words", e.message, "Error parsing 'From': Illegal email address 'nobody'. It must contain the '@' symbol.");
  e = await caught("postmark: body", () => pm.sendEmail({ From: "a@b.test", To: "a@b.test", Subject: "x" }));
  has("postmark: empty", e.message, "Provide either email TextBody or HtmlBody or both.");
  const batch = await pm.sendEmailBatch([{ From: "app@ours.test", To: "b1@client.test", Subject: "x", TextBody: "x" }, { From: "nobody", To: "b2@client.test", Subject: "x", TextBody: "x" }]);
  eq("postmark: batch", batch.map((m) => m.ErrorCode), [0, 300]);
  const t = await pm.createTemplate({ Name: "Welcome", Subject: "Hi {{name}}", HtmlBody: "<b>{{name}}</b>", TextBody: "{{name}}", Alias: "welcome" });
  ok("postmark: template", t.TemplateId > 0, t);
  eq("postmark: with template", (await pm.sendEmailWithTemplate({ From: "app@ours.test", To: "t@client.test", TemplateAlias: "welcome", TemplateModel: { name: "Ben" } })).ErrorCode, 0);
  e = await caught("postmark: no template", () => pm.sendEmailWithTemplate({ From: "app@ours.test", To: "t@client.test", TemplateId: 999, TemplateModel: {} }));
  eq("postmark: 1101", e.code, 1101);
  eq("postmark: templates", (await pm.getTemplates()).TotalCount, 1);
  eq("postmark: template gets", (await pm.getTemplate("welcome")).Subject, "Hi {{name}}");
  eq("postmark: batch with templates", (await pm.sendEmailBatchWithTemplates([{ From: "app@ours.test", To: "t@client.test", TemplateAlias: "welcome", TemplateModel: { name: "B" } }]))[0].ErrorCode, 0);
  ok("postmark: template deleted", (await pm.deleteTemplate("welcome")).Message, "");
  eq("postmark: details", (await pm.getOutboundMessageDetails(r.MessageID)).MessageID, r.MessageID);
  const bad = await fetch(ready.provider + "/email", { method: "POST", body: "{}" });
  eq("postmark: no token", [bad.status, (await bad.json()).ErrorCode], [401, 10]);
}

// -------------------------------------------------------------------- Resend
async function resend() {
  const { Resend } = require("resend"), { Webhook } = require("svix");
  const secret = "whsec_" + Buffer.from("a secret of some length").toString("base64");
  const re = new Resend("re_any", { baseUrl: ready.provider });
  await subscribe([{ name: "re", url: hook + "/re", shape: "resend", secret, events: ["mail.report", "persona.sent"] }]);
  const wh = new Webhook(secret);
  const json = () => heard.filter((h) => h.path === "/re").map((h) => JSON.parse(h.body));
  const event = async (type, to) => { let f; await until(() => (f = json().find((r) => r.type === type && (!to || r.data.to.includes(to))))); return f; };
  const m = (to, more = {}) => ({ from: "The App <app@ours.test>", to, subject: "News", html: "<p>Shall we meet on Friday?</p>", text: "Shall we meet on Friday?", ...more });
  const r = await re.emails.send(m("anna@client.test", { tags: [{ name: "kind", value: "news" }], replyTo: "app@ours.test", headers: { "X-Order": "7" }, attachments: [{ filename: "a.txt", content: Buffer.from("hello") }, { filename: "b.txt", content: Buffer.from("x").toString("base64") }] }));
  ok("resend: id", /^[0-9a-f-]{36}$/.test(r.data?.id), r);
  const d = await event("email.delivered");
  eq("resend: delivered", [d?.data.email_id, d?.data.to, d?.data.subject, d?.data.tags], [r.data?.id, ["anna@client.test"], "News", { kind: "news" }]);
  ok("resend: sent", await event("email.sent"), json());
  for (const h of heard.filter((h) => h.path === "/re")) {
    let good = false;
    try { wh.verify(h.body.toString(), h.head); good = true; } catch (e) { good = e.message; }
    eq("resend: signature by Svix", good, true);
  }
  const first = heard.find((h) => h.path === "/re");
  if (first && re.webhooks?.verify) {
    let good; try { good = re.webhooks.verify({ payload: first.body.toString(), headers: { id: first.head["svix-id"], timestamp: first.head["svix-timestamp"], signature: first.head["svix-signature"] }, webhookSecret: secret }); } catch (e) { good = e.message; }
    ok("resend: signature by the SDK", good?.type, good);
  }
  let got = await re.emails.get(r.data.id);
  eq("resend: get", [got.data?.id, got.data?.last_event, got.data?.to, got.data?.from], [r.data.id, "delivered", ["anna@client.test"], "The App <app@ours.test>"]);
  has("resend: its text", got.data?.text, "Friday");
  await advance("48h");
  ok("resend: opened", await event("email.opened"), json().map((x) => x.type));
  const inbound = await event("email.received");
  ok("resend: received", inbound?.data.email_id, json().map((x) => x.type));
  if (inbound && re.emails.receiving?.get) {
    const mail = await re.emails.receiving.get(inbound.data.email_id);
    ok("resend: the mail received", mail.data?.text?.length > 3, mail);
    const list = await re.emails.receiving.list({ limit: 100 });
    eq("resend: it is on the list", list.data?.data.filter((m) => m.id === inbound.data.email_id).map((m) => [m.from, m.message_id]), [["anna@client.test", inbound.data.message_id]]);
    eq("resend: before the newest", (await re.emails.receiving.list({ before: list.data?.data[0].id })).data?.data, []);
    eq("resend: after the oldest", (await re.emails.receiving.list({ after: list.data?.data.at(-1).id })).data?.has_more, false);
  }
  const later = await re.emails.send(m("later@client.test", { scheduledAt: "in 1 hour" }));
  ok("resend: scheduled", await event("email.scheduled"), later);
  eq("resend: scheduled shows", (await re.emails.get(later.data.id)).data?.last_event, "scheduled");
  eq("resend: cancel", (await re.emails.cancel(later.data.id)).data?.id, later.data.id);
  eq("resend: canceled shows", (await re.emails.get(later.data.id)).data?.last_event, "canceled");
  eq("resend: cancel twice", (await re.emails.cancel(later.data.id)).error?.name, "validation_error");
  const now = new Date((await api("GET", "/clock")).now ?? (await api("GET", "/clock")).time).getTime();
  const moved = await re.emails.send(m("moved@client.test", { scheduledAt: new Date(now + 3600e3).toISOString() }));
  eq("resend: update", (await re.emails.update({ id: moved.data.id, scheduledAt: new Date(now + 7200e3).toISOString() })).data?.id, moved.data.id);
  await advance("90m");
  eq("resend: not yet", (await re.emails.get(moved.data.id)).data?.last_event, "scheduled");
  await advance("31m");
  eq("resend: now", (await re.emails.get(moved.data.id)).data?.last_event, "delivered");
  await re.emails.send(m("void+unknown@client.test"));
  await advance("10m");
  const b = await event("email.bounced", "void+unknown@client.test");
  eq("resend: bounced", [b?.data.bounce.type, b?.data.bounce.subType, b?.data.bounce.message], ["Permanent", "General", "User unknown"]);
  const again = await re.emails.send(m("void+unknown@client.test"));
  ok("resend: suppressed", await event("email.suppressed", "void+unknown@client.test"), json().map((x) => x.type));
  eq("resend: suppressed shows", (await re.emails.get(again.data.id)).data?.last_event, "suppressed");
  const batch = await re.batch.send([m("b1@client.test"), m("b2@client.test")]);
  eq("resend: batch", batch.data?.data?.length, 2);
  eq("resend: batch is strict", (await re.batch.send([m("b1@client.test"), m("nobody")])).error?.name, "validation_error");
  const permissive = await re.batch.send([m("b3@client.test"), m("nobody")], { batchValidation: "permissive" });
  eq("resend: permissive", [permissive.data?.data?.length, permissive.data?.errors?.[0]?.index], [1, 1]);
  const key = { idempotencyKey: "order-7" };
  const a1 = await re.emails.send(m("idem@client.test"), key), a2 = await re.emails.send(m("idem@client.test"), key);
  eq("resend: idempotent", a1.data?.id, a2.data?.id);
  eq("resend: another body", (await re.emails.send(m("other@client.test"), key)).error?.name, "invalid_idempotent_request");
  let e = (await re.emails.send(m("nobody"))).error;
  eq("resend: to", [e?.name, e?.statusCode], ["validation_error", 422]);
  has("resend: its words", e?.message, "Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.");
  e = (await re.emails.send({ to: "a@b.test", subject: "x", text: "x" })).error;
  eq("resend: missing", [e?.name, e?.message], ["missing_required_field", "Missing `from` field."]);
  eq("resend: not found", (await re.emails.get("00000000-0000-4000-8000-000000000000")).error?.name, "not_found");
  eq("resend: tags", (await re.emails.send(m("a@b.test", { tags: [{ name: "not a tag", value: "x" }] }))).error?.name, "validation_error");
  ok("resend: list", (await re.emails.list?.({ limit: 3 }))?.data?.data?.length === 3, "");
  const bad = await fetch(ready.provider + "/emails", { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
  eq("resend: no key", [bad.status, (await bad.json()).name], [401, "missing_api_key"]);
}

// ------------------------------------------------------------------- Mailgun
async function mailgun() {
  const FormData = require("form-data"), Mailgun = require("mailgun.js").default ?? require("mailgun.js");
  const mg = new Mailgun(FormData).client({ username: "api", key: "key-any", url: ready.provider });
  const secret = "the signing key";
  await subscribe([{ name: "mg", url: hook + "/mg", shape: "mailgun", secret, events: ["mail.report"] }, { name: "route", url: hook + "/route", shape: "mailgun", secret, events: ["persona.sent"] }, { name: "mime", url: hook + "/mime", shape: "mailgun", secret, events: ["persona.sent"] }]);
  const domain = "ours.test";
  const json = () => heard.filter((h) => h.path === "/mg").map((h) => JSON.parse(h.body));
  const event = async (kind, to, more = () => true) => { let f; await until(() => (f = json().find((r) => r["event-data"].event === kind && (!to || r["event-data"].recipient === to) && more(r["event-data"])))); return f?.["event-data"]; };
  const m = (to, more = {}) => ({ from: "The App <app@ours.test>", to, subject: "Report", text: "Is Monday fine for you?", html: "<p>Is Monday fine for you?</p>", ...more });
  const r = await mg.messages.create(domain, m(["anna@client.test"], { "o:tag": ["a", "b"], "v:order": "7", "h:X-Order": "7", attachment: [{ filename: "a.csv", data: Buffer.from("a,b") }] }));
  eq("mailgun: queued", [r.status, r.message], [200, "Queued. Thank you."]);
  ok("mailgun: id", /^<.+@ours\.test>$/.test(r.id), r);
  const d = await event("delivered");
  eq("mailgun: delivered", [d?.recipient, d?.tags, d?.["user-variables"], d?.message.headers["message-id"]], ["anna@client.test", ["a", "b"], { order: "7" }, r.id.slice(1, -1)]);
  ok("mailgun: accepted", await event("accepted"), json());
  ok("mailgun: status", d?.["delivery-status"].code === 250 && typeof d?.timestamp === "number", d);
  const signed = (s) => crypto.createHmac("sha256", secret).update(s.timestamp + s.token).digest("hex") === s.signature;
  for (const j of json()) ok("mailgun: signature", signed(j.signature), j.signature);
  await advance("48h");
  ok("mailgun: opened", await event("opened"), json().map((x) => x["event-data"].event));
  const route = await until((h) => h.path === "/route");
  if (route) {
    const f = new URLSearchParams(route.body.toString());
    eq("mailgun route: recipient and sender", [f.get("recipient"), f.get("sender")], ["app@ours.test", "anna@client.test"]);
    ok("mailgun route: stripped text", f.get("stripped-text").length > 3 && !f.get("stripped-text").includes("Is Monday fine for you?"), f.get("stripped-text"));
    ok("mailgun route: plain", f.get("body-plain").length >= f.get("stripped-text").length, f.get("body-plain"));
    ok("mailgun route: signature", signed({ timestamp: f.get("timestamp"), token: f.get("token"), signature: f.get("signature") }), [...f.keys()]);
    ok("mailgun route: headers", JSON.parse(f.get("message-headers")).some(([n]) => n === "Message-ID"), f.get("message-headers"));
    has("mailgun route: subject", f.get("subject"), "Report");
  } else ok("mailgun route", false, heard.map((h) => h.path));
  const mime = await until((h) => h.path === "/mime");
  ok("mailgun mime route", mime && new URLSearchParams(mime.body.toString()).get("body-mime").includes("Message-ID:"), mime?.path);
  await mg.messages.create(domain, m(["hole+unknown@client.test"]));
  await advance("10m");
  const b = await event("failed", "hole+unknown@client.test");
  eq("mailgun: failed", [b?.severity, b?.reason, b?.["delivery-status"].code], ["permanent", "bounce", 550]);
  await mg.messages.create(domain, m(["hole+unknown@client.test"]));
  const again = await event("failed", "hole+unknown@client.test", (x) => x.reason === "suppress-bounce");
  eq("mailgun: not sent again", again?.["delivery-status"].code, 605);
  await mg.messages.create(domain, m(["wait+slow1h@client.test"]));
  ok("mailgun: temporary", await event("failed", "wait+slow1h@client.test", (x) => x.severity === "temporary"), "");
  const list = await mg.suppressions.list(domain, "bounces");
  eq("mailgun: bounces", list.items.map((x) => x.address), ["hole+unknown@client.test"]);
  const one = await mg.suppressions.get(domain, "bounces", "hole+unknown@client.test");
  eq("mailgun: a bounce", String(one.code), "550");
  ok("mailgun: bounce removed", (await mg.suppressions.destroy(domain, "bounces", "hole+unknown@client.test")).message, "");
  eq("mailgun: unsubscribe", (await mg.suppressions.create(domain, "unsubscribes", { address: "u@client.test" })).status, 200);
  await mg.messages.create(domain, m(["u@client.test"]));
  ok("mailgun: suppress-unsubscribe", await event("failed", "u@client.test", (x) => x.reason === "suppress-unsubscribe"), "");
  const raw = await mg.messages.create(domain, { to: "mime@client.test", message: "From: app@ours.test\r\nTo: mime@client.test\r\nSubject: Raw\r\n\r\nraw body\r\n" });
  eq("mailgun: mime", raw.status, 200);
  const vars = await mg.messages.create(domain, m(["Ben <ben@client.test>", "cara@client.test"], { subject: "For %recipient.first%", "recipient-variables": JSON.stringify({ "ben@client.test": { first: "Ben" }, "cara@client.test": { first: "Cara" } }) }));
  eq("mailgun: recipient variables", vars.status, 200);
  const box = await api("GET", "/mailboxes/ben@client.test/messages");
  eq("mailgun: each its own", (box.messages ?? box)[0].subject, "For Ben");
  let e = await caught("mailgun: no text", () => mg.messages.create(domain, { from: "a@b.test", to: ["c@d.test"], subject: "x" }));
  eq("mailgun: 400", e.status, 400);
  has("mailgun: its words", e.details ?? e.message, "Need at least one of 'text', 'html', 'amp-html' or 'template' parameters specified");
  e = await caught("mailgun: from", () => mg.messages.create(domain, m(["a@b.test"], { from: "nobody" })));
  has("mailgun: bad from", e.details ?? e.message, "'from' parameter is not a valid address. please check documentation");
  const now = new Date((await api("GET", "/clock")).now ?? (await api("GET", "/clock")).time).getTime();
  await mg.messages.create(domain, m(["timed@client.test"], { "o:deliverytime": new Date(now + 3600e3).toUTCString() }));
  await advance("59m");
  ok("mailgun: not yet", !json().some((x) => x["event-data"].recipient === "timed@client.test" && x["event-data"].event === "delivered"), "");
  await advance("2m");
  ok("mailgun: at its time", await event("delivered", "timed@client.test"), "");
  const made = await mg.domains.domainTemplates.create(domain, { name: "hi", description: "d", template: "<p>{{name}}</p>" });
  eq("mailgun: template", made.name, "hi");
  eq("mailgun: by template", (await mg.messages.create(domain, { from: "app@ours.test", to: ["t@client.test"], subject: "T", template: "hi", "t:variables": JSON.stringify({ name: "Ben" }) })).status, 200);
  e = await caught("mailgun: no template", () => mg.messages.create(domain, { from: "app@ours.test", to: ["t@client.test"], subject: "T", template: "nothing" }));
  eq("mailgun: unknown template", e.status, 400);
  const events = await mg.events.get(domain, { event: "failed", limit: 5 });
  ok("mailgun: events", events.items.length > 1 && events.items.every((x) => x.event === "failed"), events.items?.length);
  const bad = await fetch(ready.provider + "/v3/ours.test/messages", { method: "POST", headers: { Authorization: "Basic " + Buffer.from("x:y").toString("base64") } });
  eq("mailgun: bad key", [bad.status, (await bad.text()).trim()], [401, "Forbidden"]);
}

// ----------------------------------------------------------------------- SES
async function ses() {
  const v2 = require("@aws-sdk/client-sesv2"), v1 = require("@aws-sdk/client-ses"), Validator = require("sns-validator");
  const conf = { endpoint: ready.provider, region: "us-east-1", credentials: { accessKeyId: "AKIAANY", secretAccessKey: "any" }, maxAttempts: 1 };
  const c2 = new v2.SESv2Client(conf), c1 = new v1.SESClient(conf);
  await subscribe([{ name: "feedback", url: hook + "/ses", shape: "ses-sns", events: ["mail.report", "persona.sent"] }]);
  const envelope = () => heard.filter((h) => h.path === "/ses").map((h) => JSON.parse(h.body));
  const message = async (fits) => { let f; await until(() => (f = envelope().filter((x) => x.Type === "Notification").map((x) => JSON.parse(x.Message)).find(fits))); return f; };
  const confirm = await until((h) => h.path === "/ses" && JSON.parse(h.body).Type === "SubscriptionConfirmation");
  ok("sns: asks for confirmation", confirm, heard.length);
  eq("sns: header", confirm?.head["x-amz-sns-message-type"], "SubscriptionConfirmation");
  const asked = JSON.parse(confirm.body);
  const answered = await fetch(asked.SubscribeURL);
  eq("sns: confirmed", answered.status, 200);
  has("sns: its answer", await answered.text(), "ConfirmSubscriptionResult");
  const certificate = await (await fetch(asked.SigningCertURL)).text();
  has("sns: certificate", certificate, "BEGIN CERTIFICATE");
  // The validator takes certificates from Amazon alone: its pattern and its fetch are pointed here.
  const https = require("node:https"), httpsGet = https.get;
  https.get = (url, f) => http.get(String(url.href ?? url).replace("https://", "http://"), f);
  const validator = new Validator(/^127\.0\.0\.1/, "utf8");
  const valid = (m) => new Promise((r) => validator.validate({ ...m, SigningCertURL: m.SigningCertURL.replace("http://", "https://") }, (err) => r(err ? err.message : true)));
  const own = (m) => { // as the documentation says it is made
    const names = m.Type === "Notification" ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
    return crypto.createVerify("RSA-SHA1").update(names.filter((n) => n in m).map((n) => `${n}\n${m[n]}\n`).join("")).verify(certificate, m.Signature, "base64");
  };
  const send = (to, more = {}) => c2.send(new v2.SendEmailCommand({ FromEmailAddress: "The App <app@ours.test>", Destination: { ToAddresses: [to] }, Content: { Simple: { Subject: { Data: "Offer" }, Body: { Text: { Data: "Would Thursday suit you?" }, Html: { Data: "<p>Would Thursday suit you?</p>" } } } }, ...more }));
  const r = await send("anna@client.test", { ReplyToAddresses: ["app@ours.test"], EmailTags: [{ Name: "kind", Value: "offer" }] });
  ok("ses: id", /^0100[0-9a-f]{12}-[0-9a-f-]{36}-000000$/.test(r.MessageId), r);
  const d = await message((m) => m.notificationType === "Delivery");
  eq("ses: delivery", [d?.mail.messageId, d?.delivery.recipients, d?.mail.destination], [r.MessageId, ["anna@client.test"], ["anna@client.test"]]);
  ok("ses: headers", d?.mail.headers.some((h) => h.name === "Subject" && h.value === "Offer"), d?.mail);
  eq("ses: common headers", [d?.mail.commonHeaders.subject, d?.mail.commonHeaders.to], ["Offer", ["anna@client.test"]]);
  for (const m of envelope()) {
    ok("sns: signature", own(m), m.Type);
    eq("sns: sns-validator", await valid(m), true);
    ok("sns: another message does not verify", !own({ ...m, Message: m.Message + " " }), m.Type);
  }
  https.get = httpsGet;
  await send("ghost+unknown@client.test", { ConfigurationSetName: "main" });
  ok("ses: event Send", await message((m) => m.eventType === "Send" && m.mail.tags["ses:configuration-set"][0] === "main"), "");
  await advance("10m");
  const b = await message((m) => m.eventType === "Bounce");
  eq("ses: bounce", [b?.bounce.bounceType, b?.bounce.bounceSubType, b?.bounce.bouncedRecipients[0].emailAddress, b?.bounce.bouncedRecipients[0].status], ["Permanent", "General", "ghost+unknown@client.test", "5.1.1"]);
  await send("ghost+unknown@client.test");
  const s = await message((m) => m.notificationType === "Bounce" && m.bounce.bounceSubType === "OnAccountSuppressionList");
  ok("ses: on the account's suppression list", s, "");
  const list = await c2.send(new v2.ListSuppressedDestinationsCommand({}));
  eq("ses: suppression list", list.SuppressedDestinationSummaries?.map((x) => [x.EmailAddress, x.Reason]), [["ghost+unknown@client.test", "BOUNCE"]]);
  ok("ses: a date", list.SuppressedDestinationSummaries?.[0].LastUpdateTime instanceof Date, list);
  eq("ses: one of it", (await c2.send(new v2.GetSuppressedDestinationCommand({ EmailAddress: "ghost+unknown@client.test" }))).SuppressedDestination?.Reason, "BOUNCE");
  await c2.send(new v2.DeleteSuppressedDestinationCommand({ EmailAddress: "ghost+unknown@client.test" }));
  let e = await caught("ses: gone", () => c2.send(new v2.GetSuppressedDestinationCommand({ EmailAddress: "ghost+unknown@client.test" })));
  eq("ses: NotFoundException", e.name, "NotFoundException");
  await c2.send(new v2.PutSuppressedDestinationCommand({ EmailAddress: "put@client.test", Reason: "COMPLAINT" }));
  eq("ses: put", (await c2.send(new v2.ListSuppressedDestinationsCommand({ Reasons: ["COMPLAINT"] }))).SuppressedDestinationSummaries?.length, 1);
  await advance("48h");
  const open = await message((m) => m.eventType === "Open");
  ok("ses: open", open, "");
  const inbound = await message((m) => m.notificationType === "Received");
  eq("ses: received", [inbound?.mail.source, inbound?.receipt.recipients, inbound?.receipt.spfVerdict.status], ["anna@client.test", ["app@ours.test"], "PASS"]);
  has("ses: content", inbound?.content, "Message-ID:");
  await send("cross2+complaint@client.test");
  await advance("1h");
  const c = await message((m) => m.notificationType === "Complaint");
  eq("ses: complaint", [c?.complaint.complainedRecipients[0].emailAddress, c?.complaint.complaintFeedbackType], ["cross2+complaint@client.test", "abuse"]);
  const raw = "From: app@ours.test\r\nTo: raw@client.test\r\nSubject: Raw\r\nX-SES-CONFIGURATION-SET: rawset\r\n\r\nbody\r\n";
  ok("ses: raw", (await c2.send(new v2.SendEmailCommand({ Content: { Raw: { Data: Buffer.from(raw) } } }))).MessageId, "");
  ok("ses: raw's configuration set", await message((m) => m.mail.tags?.["ses:configuration-set"]?.[0] === "rawset"), "");
  const at = await c2.send(new v2.GetAccountCommand({}));
  eq("ses: account", [at.SendingEnabled, at.SendQuota?.MaxSendRate], [true, 14]);
  await c2.send(new v2.CreateEmailTemplateCommand({ TemplateName: "hi", TemplateContent: { Subject: "Hi {{name}}", Text: "{{name}}", Html: "<p>{{name}}</p>" } }));
  ok("ses: by template", (await c2.send(new v2.SendEmailCommand({ FromEmailAddress: "app@ours.test", Destination: { ToAddresses: ["t@client.test"] }, Content: { Template: { TemplateName: "hi", TemplateData: '{"name":"Ben"}' } } }))).MessageId, "");
  eq("ses: template", (await c2.send(new v2.GetEmailTemplateCommand({ TemplateName: "hi" }))).TemplateContent?.Subject, "Hi {{name}}");
  e = await caught("ses: template twice", () => c2.send(new v2.CreateEmailTemplateCommand({ TemplateName: "hi", TemplateContent: { Subject: "x" } })));
  eq("ses: AlreadyExistsException", e.name, "AlreadyExistsException");
  e = await caught("ses: no template", () => c2.send(new v2.SendEmailCommand({ FromEmailAddress: "app@ours.test", Destination: { ToAddresses: ["t@client.test"] }, Content: { Template: { TemplateName: "nothing", TemplateData: "{}" } } })));
  eq("ses: unknown template", e.name, "NotFoundException");
  const bulk = await c2.send(new v2.SendBulkEmailCommand({ FromEmailAddress: "app@ours.test", DefaultContent: { Template: { TemplateName: "hi", TemplateData: '{"name":"you"}' } }, BulkEmailEntries: [{ Destination: { ToAddresses: ["k1@client.test"] }, ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData: '{"name":"K"}' } } }, { Destination: { ToAddresses: ["nobody"] } }] }));
  eq("ses: bulk", bulk.BulkEmailEntryResults?.map((x) => x.Status), ["SUCCESS", "INVALID_PARAMETER"]);
  e = await caught("ses: address", () => send("nobody"));
  eq("ses: BadRequestException", [e.name, e.message, e.$metadata?.httpStatusCode], ["BadRequestException", "Missing final '@domain'", 400]);
  const one = await c1.send(new v1.SendEmailCommand({ Source: "app@ours.test", Destination: { ToAddresses: ["v1@client.test"], BccAddresses: ["v1b@client.test"] }, Message: { Subject: { Data: "V1 <&>" }, Body: { Text: { Data: "text" }, Html: { Data: "<p>html</p>" } } }, Tags: [{ Name: "a", Value: "b" }] }));
  ok("ses v1: id", one.MessageId?.startsWith("0100"), one);
  ok("ses v1: raw", (await c1.send(new v1.SendRawEmailCommand({ Source: "app@ours.test", Destinations: ["v1raw@client.test"], RawMessage: { Data: Buffer.from(raw) } }))).MessageId, "");
  ok("ses v1: template", (await c1.send(new v1.SendTemplatedEmailCommand({ Source: "app@ours.test", Destination: { ToAddresses: ["t@client.test"] }, Template: "hi", TemplateData: '{"name":"x"}' }))).MessageId, "");
  eq("ses v1: quota", (await c1.send(new v1.GetSendQuotaCommand({}))).Max24HourSend, 50000);
  e = await caught("ses v1: address", () => c1.send(new v1.SendEmailCommand({ Source: "app@ours.test", Destination: { ToAddresses: ["nobody"] }, Message: { Subject: { Data: "x" }, Body: { Text: { Data: "x" } } } })));
  has("ses v1: its words", e.message, "Missing final '@domain'");
  eq("ses v1: code", e.Code ?? e.name, "InvalidParameterValue");
  e = await caught("ses v1: template", () => c1.send(new v1.SendTemplatedEmailCommand({ Source: "app@ours.test", Destination: { ToAddresses: ["t@client.test"] }, Template: "nothing", TemplateData: "{}" })));
  has("ses v1: unknown template", e.name, "TemplateDoesNotExist");
  const bad = await fetch(ready.provider + "/v2/email/outbound-emails", { method: "POST", body: "{}" });
  eq("ses: no signature", [bad.status, bad.headers.get("x-amzn-errortype")], [403, "MissingAuthenticationTokenException"]);
}

// -------------------------------------------------------------------- Faults
// What each SDK makes of an outage and of a rate that was exceeded.
async function faults() {
  const sg = require("@sendgrid/client"), { ServerClient, Errors } = require("postmark"), { Resend } = require("resend"), FormData = require("form-data"), Mailgun = require("mailgun.js").default ?? require("mailgun.js"), v2 = require("@aws-sdk/client-sesv2"), v1 = require("@aws-sdk/client-ses");
  const client = new sg.Client();
  client.setApiKey("SG.any.key");
  client.setDefaultRequest("baseUrl", ready.provider + "/");
  const pm = new ServerClient("any", { useHttps: false, requestHost: ready.provider.replace("http://", "") });
  const re = new Resend("re_any", { baseUrl: ready.provider });
  const mg = new Mailgun(FormData).client({ username: "api", key: "key-any", url: ready.provider });
  const conf = { endpoint: ready.provider, region: "us-east-1", credentials: { accessKeyId: "AKIAANY", secretAccessKey: "any" }, maxAttempts: 1 };
  const c2 = new v2.SESv2Client(conf), c1 = new v1.SESClient(conf);
  const rules = (...list) => api("PUT", "/faults", { rules: list });
  await rules({ where: "provider", kind: "fail", code: 429 });
  let e = await caught("faults: sendgrid 429", () => client.request({ method: "GET", url: "/v3/scopes" }));
  eq("faults: sendgrid", [e.code, e.response?.body.errors[0].message, e.response?.headers["x-ratelimit-remaining"]], [429, "too many requests", "0"]);
  e = await caught("faults: postmark 429", () => pm.getServer());
  ok("faults: postmark", e instanceof Errors.RateLimitExceededError && e.code === 429, e);
  const r = await re.emails.list();
  eq("faults: resend", [r.error?.name, r.error?.statusCode], ["rate_limit_exceeded", 429]);
  e = await caught("faults: mailgun 429", () => mg.suppressions.list("ours.test", "bounces"));
  eq("faults: mailgun", e.status, 429);
  e = await caught("faults: ses 429", () => c2.send(new v2.GetAccountCommand({})));
  ok("faults: ses", e instanceof v2.TooManyRequestsException && e.message === "Maximum sending rate exceeded.", e);
  e = await caught("faults: ses v1 throttled", () => c1.send(new v1.GetSendQuotaCommand({})));
  eq("faults: ses v1", [e.name, e.$metadata?.httpStatusCode], ["Throttling", 400]);
  // The SDK of AWS tries again by itself.
  await rules({ where: "provider", at: "ses", kind: "fail", code: 503, times: 2 });
  eq("faults: ses is tried again", (await new v2.SESv2Client({ ...conf, maxAttempts: 3 }).send(new v2.GetAccountCommand({}))).SendingEnabled, true);
  await rules({ where: "provider", at: "postmark", kind: "fail", code: 503 });
  e = await caught("faults: postmark 503", () => pm.getServer());
  ok("faults: postmark's outage", e instanceof Errors.ServiceUnavailablerError, e);
  eq("faults: others go on", (await client.request({ method: "GET", url: "/v3/scopes" }))[0].statusCode, 200);
  await rules({ where: "provider", kind: "fail", code: 500 });
  e = await caught("faults: postmark 500", () => pm.getServer());
  ok("faults: postmark's error", e instanceof Errors.InternalServerError, e);
  e = await caught("faults: sendgrid 500", () => client.request({ method: "GET", url: "/v3/scopes" }));
  eq("faults: sendgrid's error", e.code, 500);
  await rules({ where: "provider", kind: "throttle", per_second: 2 });
  eq("faults: a rate", await Promise.all([1, 2, 3, 4].map(async () => (await re.emails.list()).error?.name ?? "ok")).then((l) => l.sort()), ["ok", "ok", "rate_limit_exceeded", "rate_limit_exceeded"]);
  await advance("1s");
  eq("faults: the next second", (await re.emails.list()).error, null);
  await rules({ where: "provider", kind: "disconnect" });
  await caught("faults: disconnected", () => c2.send(new v2.GetAccountCommand({})));
  await rules();
}

// ------------------------------------------------------------------- Readers
// What people do with a mail reaches every shape, signed as its verifier wants it: they open
// it, follow its link, let go of it and complain.
async function readers() {
  const { EventWebhook } = require("@sendgrid/eventwebhook"), { Webhook } = require("svix");
  const secret = "whsec_" + Buffer.from("a secret of some length").toString("base64"), leave = "http://shop.test/leave";
  const html = '<p>Please confirm your address: <a href="http://shop.test/confirm?t=1">Confirm your address</a></p>', text = "Please confirm your address: http://shop.test/confirm?t=1";
  const post = (path, head, body) => fetch(ready.provider + path, { method: "POST", headers: head, body: typeof body === "string" ? body : JSON.stringify(body) }).then((r) => ok(`readers: sent by ${path}`, r.ok, r.status));
  const sends = {
    sendgrid: (to, bulk) => post("/v3/mail/send", { Authorization: "Bearer x" }, { personalizations: [{ to: [{ email: to }] }], from: { email: "app@ours.test" }, subject: "Confirm", content: [{ type: "text/plain", value: text }, { type: "text/html", value: html }], headers: bulk ? { "List-Unsubscribe": `<${leave}>` } : {} }),
    postmark: (to, bulk) => post("/email", { "X-Postmark-Server-Token": "x" }, { From: "app@ours.test", To: to, Subject: "Confirm", TextBody: text, HtmlBody: html, Headers: bulk ? [{ Name: "List-Unsubscribe", Value: `<${leave}>` }] : [] }),
    mailgun: (to, bulk) => post("/v3/ours.test/messages", { Authorization: "Basic " + Buffer.from("api:x").toString("base64"), "Content-Type": "application/x-www-form-urlencoded" }, new URLSearchParams({ from: "app@ours.test", to, subject: "Confirm", text, html, ...(bulk ? { "h:List-Unsubscribe": `<${leave}>` } : {}) }).toString()),
    resend: (to, bulk) => post("/emails", { Authorization: "Bearer x" }, { from: "app@ours.test", to, subject: "Confirm", text, html, headers: bulk ? { "List-Unsubscribe": `<${leave}>` } : {} }),
    "ses-sns": (to, bulk) => post("/v2/email/outbound-emails", { Authorization: "AWS4-HMAC-SHA256 Credential=AKIAANY/20260105/us-east-1/ses/aws4_request, SignedHeaders=host, Signature=00" }, { FromEmailAddress: "app@ours.test", Destination: { ToAddresses: [to] }, Content: { Simple: { Subject: { Data: "Confirm" }, Body: { Text: { Data: text }, Html: { Data: html } }, Headers: bulk ? [{ Name: "List-Unsubscribe", Value: `<${leave}>` }] : [] } } }),
  };
  await subscribe(Object.keys(sends).map((shape) => ({ name: shape, url: `${hook}/r-${shape}`, shape, secret: shape === "resend" ? secret : "key", events: ["mail.report"] })));
  await api("PUT", "/links", { ...(await api("GET", "/links")).policy, unsubscribe: true });
  for (const shape of Object.keys(sends)) await api("POST", "/personas", { name: "Rita Reader", addresses: [`reader@${shape}.test`], temperament: "responsive", style: { links: "curious", filter: "none" }, timing: { reply_rate: 1 } });
  for (const [shape, send] of Object.entries(sends)) for (const [to, bulk] of [[`reader@${shape}.test`], [`reader+unsubscribe@${shape}.test`, true], [`reader+complaint@${shape}.test`]]) await send(to, bulk);
  await advance("72h");
  const sgKey = new EventWebhook(), pub = sgKey.convertPublicKeyToECDSA((await (await fetch(ready.provider + "/v3/user/webhooks/event/settings/signed", { headers: { Authorization: "Bearer x" } })).json()).public_key);
  // Each reader gives what a post says as [kind, recipient, link], once its signature is good.
  const readers = {
    sendgrid: (h) => (ok("readers: sendgrid's signature", sgKey.verifySignature(pub, h.body, h.head["x-twilio-email-event-webhook-signature"], h.head["x-twilio-email-event-webhook-timestamp"])), JSON.parse(h.body).map((e) => [e.event, e.email, e.url])),
    postmark: (h) => { const m = JSON.parse(h.body); return [[m.RecordType, m.Recipient ?? m.Email, m.OriginalLink]]; },
    mailgun: (h) => { const m = JSON.parse(h.body), s = m.signature; eq("readers: mailgun's signature", crypto.createHmac("sha256", "key").update(s.timestamp + s.token).digest("hex"), s.signature); return [[m["event-data"].event, m["event-data"].recipient, m["event-data"].url]]; },
    resend: (h) => { const m = new Webhook(secret).verify(h.body.toString(), h.head); return [[m.type, m.data.to[0], m.data.click?.link]]; },
    "ses-sns": (h) => { const e = JSON.parse(h.body); if (e.Type !== "Notification") return []; const m = JSON.parse(e.Message); return [[m.eventType ?? m.notificationType, m.mail.destination[0], m.click?.link]]; },
  };
  const kinds = {
    sendgrid: ["delivered", "open", "click", "unsubscribe", "spamreport"], postmark: ["Delivery", "Open", "Click", "SubscriptionChange", "SpamComplaint"], mailgun: ["delivered", "opened", "clicked", "unsubscribed", "complained"],
    resend: ["email.delivered", "email.opened", "email.clicked", null, "email.complained"], "ses-sns": ["Delivery", "Open", "Click", "Subscription", "Complaint"],
  };
  for (const [shape, [delivered, opened, clicked, left, complained]] of Object.entries(kinds)) {
    const told = () => heard.filter((h) => h.path === "/r-" + shape).flatMap((h) => (h.told ??= readers[shape](h)));
    const has = (kind, to) => ok(`readers: ${shape}: ${kind} of ${to}`, told().some((e) => e[0] === kind && e[1] === to), told().map((e) => e.join(" ")));
    await until((h) => h.path === "/r-" + shape && [clicked, left, complained].every((kind) => !kind || told().some((e) => e[0] === kind)));
    has(delivered, `reader@${shape}.test`);
    has(opened, `reader@${shape}.test`);
    has(clicked, `reader@${shape}.test`);
    ok(`readers: ${shape}: the link`, told().some((e) => e[0] === clicked && e[2] === "http://shop.test/confirm?t=1"), told());
    if (left) has(left, `reader+unsubscribe@${shape}.test`);
    has(complained, `reader+complaint@${shape}.test`);
    ok(`readers: ${shape}: nothing of others' mail`, told().every((e) => e[1].endsWith(`@${shape}.test`)), told());
  }
  // What mailsim's own API shows of it, and a person who is let back in.
  const list = await api("GET", "/providers/sendgrid/suppressions");
  eq("readers: on the lists", list.filter((s) => s.address.endsWith("@sendgrid.test")).map((s) => s.list + " " + s.address).sort(), ["spam_reports reader+complaint@sendgrid.test", "unsubscribes reader+unsubscribe@sendgrid.test"]);
  eq("readers: let back in", (await api("DELETE", "/providers/sendgrid/suppressions?address=reader%2Bcomplaint@sendgrid.test")).length, 1);
  eq("readers: sends", (await api("GET", "/providers/resend/sends?limit=1"))[0].subject, "Confirm");
}

// ------------------------------------------------------------------- Mailpit
async function mailpit() {
  await subscribe([{ name: "mp", url: hook + "/mp", shape: "mailpit", secret: "s3cret", events: ["mail.delivered"] }]);
  await fetch(ready.provider + "/v3/mail/send", { method: "POST", headers: { Authorization: "Bearer x" }, body: JSON.stringify({ personalizations: [{ to: [{ email: "mp@client.test" }], bcc: [{ email: "hidden@client.test" }] }], from: { email: "app@ours.test", name: "The App" }, subject: "For Mailpit", content: [{ type: "text/plain", value: "A short text" }] }) });
  const h = await until((x) => x.path === "/mp");
  const m = h && JSON.parse(h.body);
  eq("mailpit: summary", [m?.Subject, m?.From, m?.To, m?.Bcc, m?.Snippet, m?.Attachments], ["For Mailpit", { Name: "The App", Address: "app@ours.test" }, [{ Name: "", Address: "mp@client.test" }], [{ Name: "", Address: "hidden@client.test" }], "A short text", 0]);
}

const only = process.argv[2];
for (const f of [sendgrid, postmark, resend, mailgun, ses, faults, readers, mailpit]) {
  if (only && f.name !== only) continue;
  const before = [passed, failed];
  try { await f(); } catch (e) { failed++; console.log(`  ${f.name}: FAILED`, e); }
  console.log(`  ${f.name}: ${passed - before[0]} passed, ${failed - before[1]} failed`);
}
app.close();
console.log(`providers: ${passed} checks passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
