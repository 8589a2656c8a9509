import { PRODUCT_NAME } from '@refrain/contract/product'
import { truncate } from '../truncate.ts'
import type { EmailAlbum, EmailBlock, EmailContent } from './email-content.ts'
import { greeting } from './email-recipient.ts'

/** Addresses that a mail to a listener leads to. */
export interface EmailLinks {
  /** Where the pages are. */
  readonly home: string
  /** The listener's own page. */
  readonly account: string
  /** Signed: opens without logging in. */
  readonly mailSettings: string
  /** Signed: stops all mail to this mailbox. */
  readonly notMe: string
}

const LONGEST_SUBJECT = 120
const MOST_ALBUMS = 20

const text = (words: string): EmailBlock => ({ kind: 'text', text: words })
const link = (label: string, url: string): EmailBlock => ({ kind: 'link', label, url })
const button = (label: string, url: string): EmailBlock => ({ kind: 'button', label, url })

const aboutAccount = ({ mailSettings, notMe }: EmailLinks) => [
  text(`${PRODUCT_NAME} sends this about your account.`),
  link('Mail settings', mailSettings),
  link('This was not me, stop all mail to this address', notMe),
]
const switchedOn = ({ mailSettings }: EmailLinks) => [
  text('You get this because you switched on “Emails about artists and music”.'),
  link('Switch it off', mailSettings),
]

export function welcomeLetter(name: string, links: EmailLinks): EmailContent {
  return {
    subject: `Welcome to ${PRODUCT_NAME}`,
    title: `Welcome to ${PRODUCT_NAME}`,
    parts: [
      text(greeting(name)),
      text(
        'Your account is ready. The artists you follow, the songs you like and your playlists are there on every device you log in on.',
      ),
      button(`Open ${PRODUCT_NAME}`, links.home),
      text(
        'If you want to hear of new albums, switch on mail or notifications in My Account. Both are off until you do.',
      ),
      link('My Account', links.account),
      text(
        'You did not sign up? Then somebody mistyped their address. Stop this mail with the last link below.',
      ),
    ],
    footer: aboutAccount(links),
  }
}

export interface PasswordChange {
  readonly at: number
  /** The account had no password before. */
  readonly first: boolean
  /** Stands for all further changes within the hour. */
  readonly again?: boolean
}

export function passwordLetter(
  name: string,
  { at, first, again = false }: PasswordChange,
  links: EmailLinks,
): EmailContent {
  const changed = again ? 'was changed again, once or more,' : 'was changed'
  const subject = first ? 'Your account has a password now' : 'Your password was changed'
  return {
    subject,
    title: subject,
    parts: [
      text(greeting(name)),
      text(
        `${first ? 'A password was set for your account' : `The password of your account ${changed}`} on ${instant.format(at)} UTC. All your other devices were logged out.`,
      ),
      text('If that was you, all is well. If not, tell whoever runs this service at once.'),
      button('My Account', links.account),
    ],
    footer: aboutAccount(links),
  }
}

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The last one: there is nothing left that it could lead to. */
export function farewellLetter(name: string): EmailContent {
  return {
    subject: 'Your account was deleted',
    title: 'Your account was deleted',
    parts: [
      text(greeting(name)),
      text(
        `Your account at ${PRODUCT_NAME} is gone, with your playlists, liked songs, followed artists and pictures.`,
      ),
      text('Thank you for listening.'),
    ],
    footer: [text(`This is the last mail ${PRODUCT_NAME} sends you; your address is not kept.`)],
  }
}

/** @param albums at least one */
export function albumsLetter(name: string, albums: readonly EmailAlbum[], links: EmailLinks): EmailContent {
  const subject = truncate(aboutAlbums(albums), LONGEST_SUBJECT)
  const rest = albums.length - MOST_ALBUMS
  return {
    subject,
    title: albums.length === 1 ? 'A new album' : `${albums.length} new albums`,
    parts: [
      text(greeting(name)),
      text(
        albums.length === 1
          ? 'There is a new album by an artist you follow.'
          : 'There are new albums by artists you follow.',
      ),
      ...albums.slice(0, MOST_ALBUMS),
      ...(rest > 0 ? [text(`And ${rest} more.`)] : []),
      button('Listen', albums.length === 1 ? (albums[0] as EmailAlbum).url : links.home),
    ],
    footer: switchedOn(links),
  }
}

function aboutAlbums(albums: readonly EmailAlbum[]): string {
  const [first] = albums as readonly [EmailAlbum]
  if (albums.length === 1) return `New album by ${first.artist}: ${first.title}`
  const artists = [...new Set(albums.map(album => album.artist))]
  if (artists.length === 1) return `${albums.length} new albums by ${first.artist}`
  if (artists.length === 2) return `New albums by ${artists.join(' and ')}`
  return `New albums by ${first.artist} and ${artists.length - 1} other artists`
}

/** What a listener is sent who tries it. */
export function trialLetter(name: string, links: EmailLinks): EmailContent {
  return {
    subject: `Mail from ${PRODUCT_NAME}`,
    title: 'This is how it looks',
    parts: [
      text(greeting(name)),
      text('Mail about new albums by artists you follow reaches you here, once a day at most.'),
      button(`Open ${PRODUCT_NAME}`, links.home),
    ],
    footer: switchedOn(links),
  }
}
