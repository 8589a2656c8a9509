import type { Email } from './email-transport.ts'

/** A mail for the library that writes and sends it. @param from whom it is from, as in its header */
export function toMailMessage(mail: Email, from: string) {
  return {
    from,
    // An object is one address, however it is written; text would be read as a list of them.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    messageId: `<${mail.id}@${domainOf(from)}>`,
    headers: {
      // Nobody is to answer that they are away.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        // One click is for addresses of HTTPS only (RFC 8058, 3.1).
        ...(mail.unsubscribe.startsWith('https:') && {
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** One address and nothing that a mail server or library could read as more (CVE-2025-14874). */
export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)*$/i.test(address)
}

function domainOf(from: string): string {
  return /@([a-z\d.-]+)/i.exec(from)?.[1] ?? 'localhost'
}
