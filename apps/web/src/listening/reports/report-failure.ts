import { readToken } from '../../account/session.ts'

/** Logs that a report failed, unless the user has logged out meanwhile. */
export async function reportFailure(token: string | null, text: string): Promise<void> {
  if ((await readToken()) === token) console.error(text)
}
