import { foldEmail } from '../../account/sign-up/fold-email.ts'

const GOOGLE = new Set(['gmail.com', 'googlemail.com'])

/** Equal for addresses that reach the same mailbox: drops tags (`ada+list@…`), and dots at Google. */
export function canonicalMailbox(email: string): string {
  const folded = foldEmail(email)
  const at = folded.lastIndexOf('@')
  const domain = folded.slice(at + 1)
  const name = folded.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GOOGLE.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
