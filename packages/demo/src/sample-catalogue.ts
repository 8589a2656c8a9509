import { createHash } from 'node:crypto'
import type { AlbumPlan, TrackPlan } from './catalogue/album-plans.ts'
import { firstPlans } from './catalogue/album-plans-1.ts'
import { laterPlans } from './catalogue/album-plans-2.ts'
import { cutVoyage } from './catalogue/cut-voyage.ts'
import { lyrics } from './catalogue/lyrics.ts'
import { safeName } from './catalogue/safe-name.ts'
import { timeLyrics } from './catalogue/time-lyrics.ts'
import { type Recipe, recipeSamples, STYLES } from './compose/recipe.ts'
import { DECODER_DELAY, ENCODER_DELAY } from './encode/info-frame.ts'
import type { Cut } from './render-sound.ts'
import { SAMPLE_RATE } from './synth/bus.ts'
import { HIGHEST_PEAK, TARGET_LOUDNESS } from './synth/master.ts'
import { createRandom, type Random } from './synth/random.ts'
import type { SampleTags } from './tags/sample-tags.ts'

/** What is true of a track's sound before it is rendered. */
export interface SampleSound {
  codec: 'mp3' | 'flac'
  sampleRate: number
  channels: number
  /** Length of the music in samples per channel, priming and padding not counted. */
  trueSamples: number
  /** Samples a decoder gives before the music: LAME's delay of 576 and the decoder's own 529 for MP3, none for FLAC. */
  primingSamples: number
  /** 22 characters that stay the same as long as the music does. */
  audioId: string
}

export interface SampleTrack {
  /** Path under the sample folder, with `/`: `Artist/Album/01 Title.mp3`. */
  file: string
  tags: SampleTags
  sound: SampleSound
  recipe: Recipe
  /** Set where the track is a stretch of a longer piece. */
  cut?: Cut
  /** Synced lyrics in LRC form, to lie beside the file; '' for none. */
  lrc: string
}

export interface SampleAlbum {
  artist: string
  title: string
  /** How many albums of the artist come before it. */
  number: number
  /** Path of the album's folder under the sample folder. */
  folder: string
  /** Path of the artist's folder. */
  artistFolder: string
  tracks: readonly SampleTrack[]
}

/** ReplayGain's reference loudness in LUFS. */
const REPLAYGAIN_REFERENCE = -18

let catalogue: readonly SampleAlbum[] | undefined

/** The sample catalogue, in the order in which it should be rendered. Pure: the same in every process. */
export function sampleCatalogue(): readonly SampleAlbum[] {
  catalogue ??= plans.map(describeAlbum)
  return catalogue
}

const plans: readonly AlbumPlan[] = [...firstPlans, ...laterPlans]

function describeAlbum(plan: AlbumPlan): SampleAlbum {
  const artistFolder = safeName(plan.artist)
  const folder = `${artistFolder}/${safeName(plan.title)}`
  const seed = `${plan.artist}/${plan.title}`
  const pieces = plan.gapless ? cutVoyage(seed, plan) : undefined
  const tracks: SampleTrack[] = []
  plan.discs.forEach((titles, disc) => {
    titles.forEach((track, index) => {
      const part = pieces?.[index] ?? { recipe: drawRecipe(plan, track, `${seed}/${disc + 1}/${index + 1}`) }
      tracks.push(describeTrack(plan, track, { disc, index, folder }, part))
    })
  })
  const number = plans.filter(other => other.artist === plan.artist).indexOf(plan)
  return { artist: plan.artist, title: plan.title, number, folder, artistFolder, tracks }
}

function describeTrack(
  plan: AlbumPlan,
  track: TrackPlan,
  place: { disc: number; index: number; folder: string },
  part: { recipe: Recipe; cut?: Cut },
): SampleTrack {
  const {
    title,
    by,
    with: guests = [],
    genres,
    lyrics: words,
  } = typeof track === 'string' ? ({ title: track } as Exclude<TrackPlan, string>) : track
  const codec = plan.codec ?? 'mp3'
  const tags: SampleTags = {
    title,
    artists: [by ?? plan.artist, ...guests],
    album: plan.title,
    albumArtist: plan.artist,
    track: place.index + 1,
    trackTotal: plan.discs[place.disc]!.length,
    disc: place.disc + 1,
    discTotal: plan.discs.length,
    date: plan.date,
    genres: genres ?? (by ? planOf(by).genres : plan.genres),
    compilation: plan.compilation ?? false,
    // Every track, or a whole piece, is brought to the same loudness and held under the same ceiling.
    trackGain: REPLAYGAIN_REFERENCE - (part.cut?.loudness ?? TARGET_LOUDNESS),
    trackPeak: HIGHEST_PEAK,
    albumGain: REPLAYGAIN_REFERENCE - TARGET_LOUDNESS,
    albumPeak: HIGHEST_PEAK,
  }
  const number = String(place.index + 1).padStart(2, '0')
  const prefix = plan.discs.length > 1 ? `${place.disc + 1}-${number}` : number
  const trueSamples = part.cut ? part.cut.to - part.cut.from : recipeSamples(part.recipe)
  const identity = createHash('sha256').update(JSON.stringify([part.recipe, part.cut?.from ?? 0, codec]))
  return {
    file: `${place.folder}/${prefix} ${safeName(title)}.${codec}`,
    tags,
    sound: {
      codec,
      sampleRate: SAMPLE_RATE,
      channels: 2,
      trueSamples,
      primingSamples: codec === 'mp3' ? ENCODER_DELAY + DECODER_DELAY : 0,
      audioId: identity.digest().subarray(0, 16).toString('base64url'),
    },
    ...part,
    lrc: words ? timeLyrics(lyrics[words]!, title, tags.artists[0]!, part.recipe) : '',
  }
}

/** The first album of an artist, which says what they usually play. */
function planOf(artist: string): AlbumPlan {
  const plan = plans.find(candidate => candidate.artist === artist)
  if (!plan) throw new Error(`${artist} has no album of their own`)
  return plan
}

function drawRecipe(plan: AlbumPlan, track: TrackPlan, seed: string): Recipe {
  const random = createRandom(seed)
  const own = typeof track !== 'string' && track.by ? planOf(track.by) : plan
  const bpm = Math.round(random.range(own.bpm[0], own.bpm[1]))
  return {
    style: own.style,
    seed,
    tonic: random.whole(0, 11),
    bpm,
    bars: drawBars(random, own, bpm),
    manner: own.manner,
  }
}

/** Whole groups of bars that last between a minute and a quarter and two minutes and a quarter. */
function drawBars(random: Random, plan: AlbumPlan, bpm: number): number {
  const barSeconds = (STYLES[plan.style].beats * 60) / bpm
  const unit = barSeconds > 2.6 ? 4 : 8
  return Math.max(unit * 2, Math.round(random.range(78, 128) / barSeconds / unit) * unit)
}
