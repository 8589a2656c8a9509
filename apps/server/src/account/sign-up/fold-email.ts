/** The form in which two addresses are the same account. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
