import { PICTURE_FOLDERS, PICTURE_PATH } from '@refrain/contract/media'
import { fillPath } from '@refrain/contract/operation'
import { previewFile } from '@refrain/contract/previews'
import type { Database } from '../../database/tables.ts'
import { type NewAlbum, readFollowedNewAlbums } from '../kinds/new-album-store.ts'
import type { ClaimedDelivery } from '../outbox/claim-store.ts'
import { truncate } from '../truncate.ts'
import type { EmailAlbum, EmailContent } from './email-content.ts'
import type { EmailRecipient } from './email-recipient.ts'
import type { Email } from './email-transport.ts'
import {
  albumsLetter,
  type EmailLinks,
  farewellLetter,
  type PasswordChange,
  passwordLetter,
  trialLetter,
  welcomeLetter,
} from './letters.ts'
import { renderEmailHtml } from './render-html.ts'
import { renderEmailText } from './render-text.ts'
import type { SignedLinks } from './signed-links.ts'

export interface EmailParts {
  readonly db: Database
  readonly links: SignedLinks
  /** Where the pages are. */
  readonly origin: string
}

const LONGEST_SUBJECT = 120

/**
 * Makes one mail of what waits for a listener, in words as they are now.
 * @param claimed one delivery, or several about albums
 * @returns undefined where there is nothing to say any more
 */
export async function composeEmail(
  parts: EmailParts,
  claimed: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
  reader: EmailRecipient,
): Promise<Email | undefined> {
  const [{ id, kind, body, needsPermission }] = claimed
  const settings = await parts.links.emailSettingsUrl(reader.userId, parts.origin)
  const rest = { id, to: reader.email, unsubscribe: needsPermission ? settings : '' }
  if (kind === 'message') {
    const { subject, message } = body as { subject: string; message: string }
    // Words of the operator's: plain text, in which nothing can be anything else.
    const text = `${message}\n\n-- \n\nSwitch this mail off: ${settings}\n`
    return { ...rest, subject: truncate(subject, LONGEST_SUBJECT), text, html: '' }
  }
  const { links, origin } = parts
  const notMe = await links.stopUrl(await links.hashMailbox(reader.email), origin)
  const letter = await writeLetter(parts, claimed, reader, { mailSettings: settings, notMe })
  if (!letter) return undefined
  const { subject } = letter
  return { ...rest, subject, text: renderEmailText(letter), html: renderEmailHtml(letter) }
}

async function writeLetter(
  { db, origin }: EmailParts,
  claimed: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
  { userId, name }: EmailRecipient,
  signed: Pick<EmailLinks, 'mailSettings' | 'notMe'>,
): Promise<EmailContent | undefined> {
  const [{ kind, body }] = claimed
  const links: EmailLinks = {
    home: `${origin}/`,
    account: `${origin}/user/${encodeURIComponent(userId)}`,
    ...signed,
  }
  switch (kind) {
    case 'welcome':
      return welcomeLetter(name, links)
    case 'password-changed':
      return passwordLetter(name, body as PasswordChange, links)
    case 'account-deleted':
      return farewellLetter(name)
    case 'trial':
      return trialLetter(name, links)
    case 'album-added': {
      const ids = claimed.map(one => (one.body as { albumId: string }).albumId)
      // Who has left an artist since is not told of them any more.
      const albums = await readFollowedNewAlbums(db, ids, userId)
      return albums.length === 0
        ? undefined
        : albumsLetter(
            name,
            albums.map(album => toLetterAlbum(album, origin)),
            links,
          )
    }
    default:
      throw new Error(`There are no words for mail of the kind ${kind}.`)
  }
}

function toLetterAlbum({ id, title, artist, profilePath }: NewAlbum, origin: string): EmailAlbum {
  const file = profilePath && previewFile(profilePath)
  return {
    kind: 'album',
    title,
    artist,
    url: `${origin}/albums/${encodeURIComponent(id)}`,
    cover: file && origin + fillPath(PICTURE_PATH, { folder: PICTURE_FOLDERS.album, ownerId: id, file }),
  }
}
