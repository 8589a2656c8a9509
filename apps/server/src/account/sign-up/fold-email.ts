/** Normalizes an email address for comparison: accounts are unique by this form. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
