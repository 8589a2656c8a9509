/** A mail as it goes out. */
export interface Email {
  /** Of the delivery: what is sent twice is known by it. */
  readonly id: string
  /** One address of a listener's. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** '' for a mail of text alone. */
  readonly html: string
  /** Where mail programs switch off mail of this kind (RFC 8058), '' where that cannot be done. */
  readonly unsubscribe: string
}

/**
 * `gone`: the address takes no mail, or not this one. `later`: it may go through another time. `unanswered`: it was
 * given away whole, and may be there or not.
 */
export type EmailOutcome = 'sent' | 'gone' | 'later' | 'unanswered'

/** Hands mail to whoever delivers it. Never throws: what fails is `later` or `unanswered`. */
export interface EmailTransport {
  send(mail: Email): Promise<EmailOutcome>
  close(): void
}
