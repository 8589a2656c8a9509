/** Instants are epoch milliseconds in both databases. */
export interface NoticePermissionRow {
  user_id: string
  /** 1: push messages from artists. */
  from_artists: number
  /** 1: emails about artists and music. */
  about_artists_and_music: number
}

/** A browser that receives push messages. */
export interface DeviceRow {
  id: string
  token_hash: string
  token: string
  /** null: belongs to a guest. */
  user_id: string | null
  /** Session that registered it; the device is deleted at logout. null: a guest's, or the session has expired. */
  session: string | null
  created_at: number
  seen_at: number
}

/** Something to notify members about; outbox/fan-out.ts finds the recipients. */
export interface EventRow {
  /** Kind and subject: each subject is announced once. */
  id: string
  kind: string
  subject_id: string
  created_at: number
  /** Events with the same batch are announced together; null while more may follow. */
  batch: string | null
  /** null: deliveries are not enqueued yet, or not all of them. */
  fanned_out_at: number | null
}

/** `digest`: email that is collected; a member gets at most one a day. */
export type ChannelName = 'push' | 'mail' | 'digest'

/** One message to one recipient: sent at least once, and hardly ever twice. */
export interface DeliveryRow {
  id: string
  channel: ChannelName
  /** Name of a kind, see kinds/notification-kinds.ts. */
  kind: string
  /** Id of a device (push) or a user. */
  recipient: string
  /** 1: dropped unless the recipient allows it at the moment it is sent. */
  needs_permission: number
  /** JSON. */
  body: string
  /** Unique: a second delivery with the same key is not enqueued. */
  dedupe_key: string
  created_at: number
  not_before: number
  /** Dropped if not sent by then. */
  expires_at: number
  /** Counted when claimed, so that an attempt that crashes the process counts too. */
  attempts: number
  /** 1: sent once without a response, may have arrived; see outbox/send-due.ts. */
  unanswered: number
  /** A process is sending it; others may take over after that. */
  claimed_until: number | null
  /** Sent deliveries stay for a while for deduplication. */
  sent_at: number | null
}

/** A mailbox that receives emails about accounts, whoever signed up with its address. */
interface MailboxRow {
  /** Keyed hash of the canonical address, see email/signed-links.ts. */
  mailbox: string
  /** Start of the current counting period. */
  since: number
  sent: number
  /** When its owner stopped all emails; null: never. */
  stopped_at: number | null
}

/** A key or another value that all processes share and nobody else may see; see secrets/secret-store.ts. */
interface SecretRow {
  name: string
  value: string
}

export interface NotificationTables {
  mailboxes: MailboxRow
  notice_permissions: NoticePermissionRow
  devices: DeviceRow
  events: EventRow
  deliveries: DeliveryRow
  secrets: SecretRow
}
