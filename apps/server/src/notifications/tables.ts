/** Instants are epoch milliseconds in both databases. */
export interface NoticePermissionRow {
  user_id: string
  /** 1: push notifications from artists. */
  from_artists: number
  /** 1: e-mails about artists and music. */
  about_artists_and_music: number
}

/** A browser that push notifications go to. */
export interface DeviceRow {
  id: string
  token_hash: string
  token: string
  /** null: a guest's. */
  user_id: string | null
  /** By which they registered it: it goes when that is ended. null: a guest's, or that has expired. */
  session: string | null
  created_at: number
  seen_at: number
}

/** Something that listeners may be told of; who they are is found out apart from it, see fan-out.ts. */
export interface EventRow {
  /** From kind and subject: the same thing is told once. */
  id: string
  kind: 'album-added'
  subject_id: string
  created_at: number
  /** Those with the same are told together; null while more of its kind may come. */
  batch: string | null
  /** null: nobody was told yet, or not everybody. */
  fanned_out_at: number | null
}

/** `digest` is mail that is gathered: of all that waits for a listener one mail is made, at most one a day. */
export type ChannelName = 'push' | 'mail' | 'digest'

/** One thing to be sent to one recipient: at least once, and hardly ever twice. */
export interface DeliveryRow {
  id: string
  channel: ChannelName
  /** What is said; see compose-mail.ts. */
  kind: string
  /** A device's id (push) or a listener's; the address itself where a mail goes to somebody who has left. */
  recipient: string
  /** 1: goes only to who allows it at the moment it is sent. */
  needs_permission: number
  /** JSON. */
  body: string
  /** The same thing is enqueued once. */
  dedupe_key: string
  created_at: number
  not_before: number
  /** Not sent by then, it is dropped. */
  expires_at: number
  /** Counted when it is claimed: what ends the process counts too. */
  attempts: number
  /** 1: it was given away once without an answer, and is perhaps there; see send-due.ts. */
  unanswered: number
  /** A process is sending it, and is thought dead after that. */
  claimed_until: number | null
  /** Kept for a while after, so that it is not enqueued again. */
  sent_at: number | null
}

/** A mailbox that mails about accounts go to, whoever signed up with its address. */
export interface MailboxRow {
  /** Keyed hash of the folded address. */
  mailbox: string
  /** When counting began. */
  since: number
  sent: number
  /** When its owner said that they want no mail; null: never. */
  stopped_at: number | null
}

export interface NotificationTables {
  mailboxes: MailboxRow
  notice_permissions: NoticePermissionRow
  devices: DeviceRow
  events: EventRow
  deliveries: DeliveryRow
}
