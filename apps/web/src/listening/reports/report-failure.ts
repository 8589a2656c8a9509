import { readToken } from '../../account/session.ts'

/** Tells the console that a report for a listener failed; nothing where they have left meanwhile. */
export async function reportFailure(token: string | null, text: string): Promise<void> {
  if ((await readToken()) === token) console.error(text)
}
