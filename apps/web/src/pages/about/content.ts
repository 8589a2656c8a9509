import { aboutTexts } from '@refrain/messages/en/about'
import { Disc3, Fingerprint, FolderHeart, HardDrive, type LucideIcon } from 'lucide-react'
import boat from './pictures/boat.svg'
import harbour from './pictures/harbour.svg'
import lighthouse from './pictures/lighthouse.svg'
import planet from './pictures/planet.svg'
import rings from './pictures/rings.svg'
import windows from './pictures/windows.svg'

/** Typed below the greeting, one after the other. */
export const phrases = () =>
  [aboutTexts.wholeAlbums, aboutTexts.ownMachine, aboutTexts.filesAsTheyAre, aboutTexts.drewCovers] as const

interface Card {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

export const cards = (): readonly Card[] => [
  {
    icon: FolderHeart,
    title: aboutTexts.yours,
    text: aboutTexts.yoursText,
  },
  {
    icon: Disc3,
    title: aboutTexts.gapless,
    text: aboutTexts.gaplessText,
  },
  {
    icon: Fingerprint,
    title: aboutTexts.identity,
    text: aboutTexts.identityText,
  },
  {
    icon: HardDrive,
    title: aboutTexts.oneFolder,
    text: aboutTexts.oneFolderText,
  },
]

interface Slide {
  readonly picture: string
  readonly title: string
  readonly text: string
}

/** In chronological order. */
export const journey = (): readonly Slide[] => [
  {
    picture: harbour,
    title: aboutTexts.plan,
    text: aboutTexts.planText,
  },
  {
    picture: planet,
    title: aboutTexts.firstTrack,
    text: aboutTexts.firstTrackText,
  },
  {
    picture: boat,
    title: aboutTexts.sampleMusic,
    text: aboutTexts.sampleMusicText,
  },
  {
    picture: rings,
    title: aboutTexts.noGaps,
    text: aboutTexts.noGapsText,
  },
  {
    picture: lighthouse,
    title: aboutTexts.forEveryone,
    text: aboutTexts.forEveryoneText,
  },
  {
    picture: windows,
    title: aboutTexts.accounts,
    text: aboutTexts.accountsText,
  },
]
