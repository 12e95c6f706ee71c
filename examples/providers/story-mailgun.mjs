// Mailgun: a bounce is told by a signed webhook, and the next mail is not delivered.
import crypto from "node:crypto";
import { createRequire } from "node:module";
import { provider, advance, listen, until, address } from "./app.mjs";
const require = createRequire(import.meta.url);
const Mailgun = require("mailgun.js").default ?? require("mailgun.js"), FormData = require("form-data");

const secret = "the signing key", domain = "ours.test";
const client = new Mailgun(FormData).client({ username: "api", key: "key-any", url: provider });
const suppressed = new Set(), again = new Set(), to = address("mailgun-story");
await listen("mailgun", (body) => {
  const { signature: s, "event-data": e } = JSON.parse(body);
  if (crypto.createHmac("sha256", secret).update(s.timestamp + s.token).digest("hex") !== s.signature) throw new Error("the signature is wrong");
  if (e.event === "failed" && e.severity === "permanent") (e.reason === "bounce" ? suppressed : again).add(e.recipient);
}, secret);
const send = () => client.messages.create(domain, { from: "app@ours.test", to: [to], subject: "Hello", text: "Hello" });
await send();
await advance("1h");
await until("the bounce", () => suppressed.has(to));
await send(); // an application that forgot to ask its list
await until("the suppression", () => again.has(to));
const bounce = await client.suppressions.get(domain, "bounces", to);
if (String(bounce.code) !== "550") throw new Error("550 is expected: " + bounce.code);
