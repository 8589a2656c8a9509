import { foldEmail } from '../../account/sign-up/fold-email.ts'

const GOOGLE = new Set(['gmail.com', 'googlemail.com'])

/** The form in which two addresses reach the same mailbox: without tags (`ada+list@…`), at Google without dots. */
export function canonicalMailbox(email: string): string {
  const folded = foldEmail(email)
  const at = folded.lastIndexOf('@')
  const domain = folded.slice(at + 1)
  const name = folded.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GOOGLE.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
