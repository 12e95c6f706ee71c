import nodemailer from 'nodemailer'

// The settings of production; the test gives those of mailsimd.
export function sendMail(mail) {
  const { SMTP_HOST, SMTP_PORT, SMTP_USERNAME, SMTP_PASSWORD } = process.env
  const auth = SMTP_USERNAME ? { user: SMTP_USERNAME, pass: SMTP_PASSWORD } : undefined
  return nodemailer.createTransport({ host: SMTP_HOST, port: Number(SMTP_PORT), auth }).sendMail({ from: 'Shop <hello@shop.test>', ...mail })
}
