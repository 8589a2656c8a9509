import type { EmailLinkPurpose } from '../../account/tables.ts'
import type { Database } from '../../database/tables.ts'
import type { EmailLinks } from '../email/email-links.ts'
import type { EmailRecipient } from '../email/email-recipient-store.ts'
import type { EmailBody } from '../email/render-email.ts'
import type { ClaimedDelivery } from '../outbox/claim-store.ts'
import type { NewDelivery } from '../outbox/delivery-store.ts'
import type { PendingEvent } from '../outbox/event-store.ts'

export interface EmailContext {
  readonly db: Database
  /** Origin of the web application. */
  readonly origin: string
  readonly recipient: EmailRecipient
  readonly links: EmailLinks
  /** What the service calls itself. */
  readonly serviceName: string
  /** False if mail programs cannot get pictures of the catalogue. */
  readonly showsPictures: boolean
  /**
   * Creates the token of a link, for kinds with `makesLinks`.
   * @param session that asked for it, if any
   * @returns undefined if the request was dropped meanwhile: nothing may be sent then
   */
  createLink(purpose: EmailLinkPurpose, session?: string): Promise<string | undefined>
}

/** One kind of notification. Push messages are written when they are enqueued, emails when they are sent. */
export interface NotificationKind {
  /** Stored with each delivery: never changes. */
  readonly name: string
  /**
   * Writes one email for deliveries of this kind to one recipient.
   * @returns undefined if there is nothing left to say
   */
  composeEmail(
    deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
    context: EmailContext,
  ): Promise<EmailBody | undefined>
  /** Recipient, if it is not the member that the delivery names with their address. Undefined: nobody. */
  readRecipient?(
    db: Database,
    delivery: ClaimedDelivery,
  ): Promise<EmailRecipient | undefined> | EmailRecipient
  /** Also sent to addresses that are not verified; by default, emails are not. */
  readonly isForUnverified?: boolean
  /** Emails about accounts that a mailbox gets in a day before this kind stops; by default MAX_ACCOUNT_EMAILS_PER_DAY. */
  readonly dailyLimit?: number
  /** The same for one email, if it depends on who asked for it. */
  readDailyLimit?(db: Database, delivery: ClaimedDelivery, recipient: EmailRecipient): Promise<number>
  /** Warns of somebody else or is the way back in: a verified address gets it even if its owner has stopped all emails. */
  readonly isSecurity?: boolean
  /** Carries a link that opens or moves the account: dropped with all other ways in, see end-ways-in.ts. */
  readonly makesLinks?: boolean
  /** Counted apart from other emails about accounts: neither uses up the limit of the other. */
  readonly isCountedApart?: boolean
}

export interface DeliveryOptions {
  readonly batch: string
  /** Milliseconds for which emails are collected before a digest is sent. */
  readonly digestDelayMs: number
  readonly now: number
}

interface AudiencePage {
  /** Id of the last recipient of the page before; '' for the first page. */
  readonly after: string
  readonly limit: number
}

/** A notification about something that happened, for everybody whom it concerns. */
export interface EventKind<Announcement, Recipient extends { readonly userId: string }>
  extends NotificationKind {
  /** Ids of pending events that are announced together now; [] while more of them may follow. */
  readReadyEvents(db: Database, now: number): Promise<string[]>
  /** Turns the events of one batch into announcements: each becomes one push message per device. */
  readAnnouncements(db: Database, events: readonly PendingEvent[]): Promise<Announcement[]>
  /** Recipients in the order of their user ids. */
  readAudience(db: Database, announcement: Announcement, page: AudiencePage): Promise<Recipient[]>
  createDeliveries(recipient: Recipient, announcement: Announcement, options: DeliveryOptions): NewDelivery[]
}
