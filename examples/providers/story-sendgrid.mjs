// SendGrid: a bounce is told by a signed webhook, and the next mail is dropped.
import { createRequire } from "node:module";
import { provider, advance, listen, until, address } from "./app.mjs";
const require = createRequire(import.meta.url);
const mail = require("@sendgrid/mail"), { Client } = require("@sendgrid/client"), { EventWebhook } = require("@sendgrid/eventwebhook");

const client = new Client();
client.setApiKey("SG.any");
client.setDefaultRequest("baseUrl", provider + "/");
mail.setClient(client);
const [, { public_key }] = await client.request({ method: "GET", url: "/v3/user/webhooks/event/settings/signed" });
const verify = new EventWebhook(), key = verify.convertPublicKeyToECDSA(public_key);

const suppressed = new Set(), dropped = new Set(), to = address("sendgrid-story");
await listen("sendgrid", (body, head) => {
  if (!verify.verifySignature(key, body, head["x-twilio-email-event-webhook-signature"], head["x-twilio-email-event-webhook-timestamp"])) throw new Error("the signature is wrong");
  for (const e of JSON.parse(body)) {
    if (e.event === "bounce") suppressed.add(e.email);
    if (e.event === "dropped") dropped.add(`${e.email}: ${e.reason}`);
  }
});
const send = () => mail.send({ to, from: "app@ours.test", subject: "Hello", text: "Hello" });
await send();
await advance("1h");
await until("the bounce", () => suppressed.has(to));
await send(); // an application that forgot to ask its list
await until("the drop", () => dropped.has(`${to}: Bounced Address`));
