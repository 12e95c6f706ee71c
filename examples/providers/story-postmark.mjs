// Postmark: a bounce is told by a webhook, and the next mail is refused with 406.
import { createRequire } from "node:module";
import { provider, advance, listen, until, address } from "./app.mjs";
const { ServerClient, Errors } = createRequire(import.meta.url)("postmark");

const client = new ServerClient("any-token", { useHttps: false, requestHost: provider.replace("http://", "") });
const suppressed = new Set(), to = address("postmark-story");
await listen("postmark", (body) => {
  const e = JSON.parse(body);
  if (e.RecordType === "Bounce" && e.Inactive) suppressed.add(e.Email);
});
const send = () => client.sendEmail({ From: "app@ours.test", To: to, Subject: "Hello", TextBody: "Hello" });
await send();
await advance("1h");
await until("the bounce", () => suppressed.has(to));
const refused = await send().then(() => undefined, (e) => e);
if (!(refused instanceof Errors.InactiveRecipientsError) || refused.code !== 406) throw new Error("406 is expected: " + refused);
