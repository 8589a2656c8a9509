import type { Email } from './email-transport.ts'

/** The email in the form of nodemailer. @param from sender, as in the From header */
export function toMailMessage(mail: Email, from: string) {
  return {
    from,
    // An object is always one address; nodemailer would parse a string as a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    messageId: `<${mail.id}@${domainOf(from)}>`,
    headers: {
      // Prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        // One-click unsubscribe requires HTTPS (RFC 8058, 3.1).
        ...(mail.unsubscribe.startsWith('https:') && {
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A single address that no mail server or library could parse as several (CVE-2025-14874). */
export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)*$/i.test(address)
}

function domainOf(from: string): string {
  return /@([a-z\d.-]+)/i.exec(from)?.[1] ?? 'localhost'
}
