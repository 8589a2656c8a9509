import { PRODUCT_NAME } from '@refrain/contract/product'
import { Disc3, Fingerprint, FolderHeart, HardDrive, type LucideIcon } from 'lucide-react'
import boat from './pictures/boat.svg'
import harbour from './pictures/harbour.svg'
import lighthouse from './pictures/lighthouse.svg'
import planet from './pictures/planet.svg'
import rings from './pictures/rings.svg'
import windows from './pictures/windows.svg'

export const GREETING = `I am ${PRODUCT_NAME}.`

/** Typed below the greeting, one after the other. */
export const PHRASES = [
  'I play whole albums without a gap.',
  'I run on your own machine.',
  'I leave your files as they are.',
  'I drew every cover of my sample music.',
] as const

export const INTRODUCTION = `${PRODUCT_NAME} plays the music you already own: point it at a folder, open the page, press play. It runs where your music lies and in any browser that can reach it.`
export const MAKERS =
  'Its makers are those whose changes stand in its history. They have no portraits here; they sign with what they made: the program, the words typed above, and every picture on this page, drawn by the code that draws the sample music’s covers.'

interface Card {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

export const CARDS: readonly Card[] = [
  {
    icon: FolderHeart,
    title: 'Your music stays yours',
    text: 'Files are served where they lie. They are never changed, never copied, never sent anywhere but to you.',
  },
  {
    icon: Disc3,
    title: 'Albums as they were meant',
    text: 'The tracks of an album lie end to end. A live record stays one evening, a mix stays one piece.',
  },
  {
    icon: Fingerprint,
    title: 'A track is its sound',
    text: 'Rename it, move it, tag it anew: it is known by what can be heard, and nothing you attached to it is lost.',
  },
  {
    icon: HardDrive,
    title: 'One process, one folder',
    text: 'One command starts all of it, one folder holds what it knows. A bigger database can come when you need it.',
  },
]

interface Slide {
  readonly picture: string
  readonly title: string
  readonly text: string
}

/** In chronological order. */
export const JOURNEY: readonly Slide[] = [
  {
    picture: harbour,
    title: 'The ground plan',
    text: 'Every call between page and server was written down once, before there was a page to make it.',
  },
  {
    picture: planet,
    title: 'The first sound',
    text: 'A folder of music, an importer that reads its tags, and a play button that worked.',
  },
  {
    picture: boat,
    title: 'Music of its own',
    text: 'Albums in a dozen styles were composed, played and drawn by code, so that no first visit is silent.',
  },
  {
    picture: rings,
    title: 'No gap',
    text: 'Tracks were joined to the sample and measured in a real browser until nothing could be heard between them.',
  },
  {
    picture: lighthouse,
    title: 'For every hand and ear',
    text: 'Every journey was walked by keyboard alone, at every width and without motion, by tests that still do.',
  },
  {
    picture: windows,
    title: 'A door with your name',
    text: 'Listeners got accounts, so that the music can remember who was listening.',
  },
]
