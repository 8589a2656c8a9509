export interface Email {
  /** Id of the delivery; becomes the Message-ID, so that mail programs recognise duplicates. */
  readonly id: string
  /** A single address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** '' for plain text only. */
  readonly html: string
  /** One-click unsubscribe address (RFC 8058), '' for emails that cannot be switched off. */
  readonly unsubscribe: string
}

/**
 * `gone`: refused for good. `later`: worth a retry. `unanswered`: handed over completely, but not confirmed; it may have
 * arrived.
 */
export type EmailOutcome = 'sent' | 'gone' | 'later' | 'unanswered'

/** Hands emails over for delivery. Never throws: failures are `later` or `unanswered`. */
export interface EmailTransport {
  send(mail: Email): Promise<EmailOutcome>
  close(): void
}
