import { PICTURE_FOLDERS, PICTURE_PATH } from '@refrain/contract/media'
import { fillPath } from '@refrain/contract/operation'
import { previewFile } from '@refrain/contract/previews'
import type { Database } from '../database/tables.ts'
import { type AlbumNews, readFollowedNews } from './album-news-store.ts'
import type { Claimed } from './claim-store.ts'
import type { Letter, LetterAlbum } from './letter.ts'
import {
  albumsLetter,
  farewellLetter,
  type LetterLinks,
  type PasswordChange,
  passwordLetter,
  trialLetter,
  welcomeLetter,
} from './letters.ts'
import type { MailLinks } from './mail-links.ts'
import type { Mail } from './mail-transport.ts'
import type { Reader } from './reader.ts'
import { shorten } from './shorten.ts'
import { writeLetterHtml } from './write-letter-html.ts'
import { writeLetterText } from './write-letter-text.ts'

export interface MailParts {
  readonly db: Database
  readonly links: MailLinks
  /** Where the pages are. */
  readonly origin: string
}

const LONGEST_SUBJECT = 120

/**
 * Makes one mail of what waits for a listener, in words as they are now.
 * @param claimed one delivery, or several about albums
 * @returns undefined where there is nothing to say any more
 */
export async function composeMail(
  parts: MailParts,
  claimed: readonly [Claimed, ...Claimed[]],
  reader: Reader,
): Promise<Mail | undefined> {
  const [{ id, kind, body, needsPermission }] = claimed
  const settings = await parts.links.settingsOf(reader.userId, parts.origin)
  const rest = { id, to: reader.email, unsubscribe: needsPermission ? settings : '' }
  if (kind === 'message') {
    const { subject, message } = body as { subject: string; message: string }
    // Words of the operator's: plain text, in which nothing can be anything else.
    const text = `${message}\n\n-- \n\nSwitch this mail off: ${settings}\n`
    return { ...rest, subject: shorten(subject, LONGEST_SUBJECT), text, html: '' }
  }
  const { links, origin } = parts
  const notMe = await links.stopAddressOf(await links.mailboxOf(reader.email), origin)
  const letter = await writeLetter(parts, claimed, reader, { mailSettings: settings, notMe })
  if (!letter) return undefined
  const { subject } = letter
  return { ...rest, subject, text: writeLetterText(letter), html: writeLetterHtml(letter) }
}

async function writeLetter(
  { db, origin }: MailParts,
  claimed: readonly [Claimed, ...Claimed[]],
  { userId, name }: Reader,
  signed: Pick<LetterLinks, 'mailSettings' | 'notMe'>,
): Promise<Letter | undefined> {
  const [{ kind, body }] = claimed
  const links: LetterLinks = {
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
      const albums = await readFollowedNews(db, ids, userId)
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

function toLetterAlbum({ id, title, artist, profilePath }: AlbumNews, origin: string): LetterAlbum {
  const file = profilePath && previewFile(profilePath)
  return {
    kind: 'album',
    title,
    artist,
    url: `${origin}/albums/${encodeURIComponent(id)}`,
    cover: file && origin + fillPath(PICTURE_PATH, { folder: PICTURE_FOLDERS.album, ownerId: id, file }),
  }
}
