import { newLink } from '../../lib/links.js'
import { sendMail } from '../../lib/mail.js'

// POST /login mails a link that signs its reader in, once.
export async function POST(request) {
  const email = String((await request.formData()).get('email') ?? '')
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return new Response('That is not an email address.\n', { status: 400 })
  try {
    await sendMail({ to: email, subject: 'Your link to the shop', text: `Hello,\n\nthis link signs you in. It works once:\n\n${newLink(email)}\n` })
  } catch (e) {
    // The server has refused the recipient: most often a typing error.
    if (e.responseCode >= 500) return new Response('No mail can be sent to that address. Is it right?\n', { status: 422 })
    throw e
  }
  return new Response('Look into your inbox.\n', { status: 202 })
}
