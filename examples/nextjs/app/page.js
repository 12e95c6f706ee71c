import { cookies } from 'next/headers'
import { userOf } from '../lib/links.js'

export default async function Page() {
  const user = userOf((await cookies()).get('session')?.value)
  if (user) return <p>Signed in as {user}.</p>
  return (
    <form method="post" action="/login">
      <label>
        Email <input type="email" name="email" required />
      </label>
      <button>Send me a link</button>
    </form>
  )
}
