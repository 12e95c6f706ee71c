// SES: a bounce is told by SNS, and the next mail is stopped by the suppression list.
import crypto from "node:crypto";
import { createRequire } from "node:module";
import { provider, advance, listen, until, address } from "./app.mjs";
const { SESv2Client, SendEmailCommand, GetSuppressedDestinationCommand } = createRequire(import.meta.url)("@aws-sdk/client-sesv2");

const client = new SESv2Client({ endpoint: provider, region: "us-east-1", credentials: { accessKeyId: "AKIAANY", secretAccessKey: "any" } });
const suppressed = new Set(), again = new Set(), to = address("ses-story");
const verify = async (m) => {
  const certificate = await (await fetch(m.SigningCertURL)).text();
  const text = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"].filter((n) => n in m).map((n) => `${n}\n${m[n]}\n`).join("");
  if (!crypto.createVerify("RSA-SHA1").update(text).verify(certificate, m.Signature, "base64")) throw new Error("the signature is wrong");
};
await listen("ses-sns", async (body) => {
  const m = JSON.parse(body);
  if (m.Type === "SubscriptionConfirmation") return fetch(m.SubscribeURL);
  await verify(m);
  const n = JSON.parse(m.Message);
  if (n.notificationType !== "Bounce" || n.bounce.bounceType !== "Permanent") return;
  const list = n.bounce.bounceSubType === "OnAccountSuppressionList" ? again : suppressed;
  for (const r of n.bounce.bouncedRecipients) list.add(r.emailAddress);
});
const send = () => client.send(new SendEmailCommand({ FromEmailAddress: "app@ours.test", Destination: { ToAddresses: [to] }, Content: { Simple: { Subject: { Data: "Hello" }, Body: { Text: { Data: "Hello" } } } } }));
await send();
await advance("1h");
await until("the bounce", () => suppressed.has(to));
await send(); // an application that forgot to ask its list
await until("the suppression", () => again.has(to));
const { SuppressedDestination } = await client.send(new GetSuppressedDestinationCommand({ EmailAddress: to }));
if (SuppressedDestination.Reason !== "BOUNCE") throw new Error("BOUNCE is expected");
