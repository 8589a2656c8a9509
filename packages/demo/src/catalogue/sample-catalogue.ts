import { createHash } from 'node:crypto'
import type { FileTags } from '@refrain/audio/encode/file-tags'
import { DECODER_DELAY, ENCODER_DELAY } from '@refrain/audio/encode/mp3-info-frame'
import { countSamples, type Recipe, STYLES, type StyleName } from '../compose/recipe.ts'
import { SAMPLE_RATE } from '../mixing/bus.ts'
import { HIGHEST_PEAK, TARGET_LOUDNESS } from '../mixing/master.ts'
import { createRandom, type Random } from '../random.ts'
import type { AudioRange } from '../render/render-audio.ts'
import type { AlbumPlan, TrackDetails } from './album-plan.ts'
import { firstAlbums } from './album-plans-1.ts'
import { laterAlbums } from './album-plans-2.ts'
import { cutSuite } from './cut-suite.ts'
import { lyrics } from './lyrics.ts'
import { safeName } from './safe-name.ts'
import { timeLyrics } from './time-lyrics.ts'

/** Audio properties of a track, known before it is rendered. */
interface SampleAudio {
  codec: 'mp3' | 'flac'
  sampleRate: number
  channels: number
  /** 0 for MP3. */
  bitDepth: number
  /** Length in samples per channel without priming and padding. */
  trueSamples: number
  /** Samples a decoder outputs before the music: for MP3 LAME's delay of 576 and the decoder's 529. */
  primingSamples: number
  /** 22 characters, unchanged as long as the music is. */
  audioId: string
}

export interface SampleTrack {
  /** Path under the sample folder, with `/`: `Artist/Album/01 Title.mp3`. */
  file: string
  tags: FileTags
  audio: SampleAudio
  recipe: Recipe
  /** Set if the track is part of a longer piece. */
  range?: AudioRange
  /** Content of the .lrc file beside the track; '' for none. */
  lrc: string
}

export interface SampleAlbum {
  artist: string
  title: string
  /** Index among the artist's albums, from 0. */
  number: number
  /** Path of the album's folder under the sample folder. */
  folder: string
  /** Path of the artist's folder. */
  artistFolder: string
  tracks: readonly SampleTrack[]
}

/** ReplayGain's reference loudness in LUFS. */
const REPLAYGAIN_REFERENCE = -18

const plans: readonly AlbumPlan[] = [...firstAlbums, ...laterAlbums]
let catalogue: readonly SampleAlbum[] | undefined

/** Describes the sample catalogue, in rendering order; the same in every process. */
export function sampleCatalogue(): readonly SampleAlbum[] {
  catalogue ??= plans.map(describeAlbum)
  return catalogue
}

/** The music of one track. */
interface TrackMusic {
  recipe: Recipe
  range?: AudioRange
}

/** Where a track stands on its album; both count from 0. */
interface TrackPosition {
  disc: number
  index: number
}

function describeAlbum(plan: AlbumPlan): SampleAlbum {
  const artistFolder = safeName(plan.artist)
  const folder = `${artistFolder}/${safeName(plan.title)}`
  const seed = `${plan.artist}/${plan.title}`
  const parts = plan.gapless ? cutSuite(seed, plan) : undefined
  const tracks: SampleTrack[] = []
  plan.discs.forEach((titles, disc) => {
    titles.forEach((title, index) => {
      const track = typeof title === 'string' ? { title } : title
      const music = parts?.[index] ?? {
        recipe: generateRecipe(plan, track, `${seed}/${disc + 1}/${index + 1}`),
      }
      tracks.push(describeTrack(plan, folder, track, { disc, index }, music))
    })
  })
  const number = plans.filter(other => other.artist === plan.artist).indexOf(plan)
  return { artist: plan.artist, title: plan.title, number, folder, artistFolder, tracks }
}

function describeTrack(
  plan: AlbumPlan,
  folder: string,
  track: TrackDetails,
  position: TrackPosition,
  music: TrackMusic,
): SampleTrack {
  const codec = plan.codec ?? 'mp3'
  const tags = describeTags(plan, track, position, music)
  const number = String(position.index + 1).padStart(2, '0')
  const prefix = plan.discs.length > 1 ? `${position.disc + 1}-${number}` : number
  return {
    file: `${folder}/${prefix} ${safeName(track.title)}.${codec}`,
    tags,
    audio: {
      codec,
      sampleRate: SAMPLE_RATE,
      channels: 2,
      bitDepth: codec === 'flac' ? 16 : 0,
      trueSamples: music.range ? music.range.to - music.range.from : countSamples(music.recipe),
      primingSamples: codec === 'mp3' ? ENCODER_DELAY + DECODER_DELAY : 0,
      audioId: hashMusic(music, codec),
    },
    ...music,
    lrc: track.lyrics ? timeLyrics(lyrics[track.lyrics]!, track.title, tags.artists[0]!, music.recipe) : '',
  }
}

function describeTags(
  plan: AlbumPlan,
  track: TrackDetails,
  position: TrackPosition,
  music: TrackMusic,
): FileTags {
  return {
    title: track.title,
    artists: [track.by ?? plan.artist, ...(track.with ?? [])],
    album: plan.title,
    albumArtist: plan.artist,
    track: position.index + 1,
    trackTotal: plan.discs[position.disc]!.length,
    disc: position.disc + 1,
    discTotal: plan.discs.length,
    date: plan.date,
    genres: track.genres ?? (track.by ? findMainAlbum(track.by).genres : plan.genres),
    compilation: plan.compilation ?? false,
    // Every track or continuous piece is mastered to the same loudness and peak.
    trackGain: REPLAYGAIN_REFERENCE - (music.range?.loudness ?? TARGET_LOUDNESS),
    trackPeak: HIGHEST_PEAK,
    albumGain: REPLAYGAIN_REFERENCE - TARGET_LOUDNESS,
    albumPeak: HIGHEST_PEAK,
  }
}

/**
 * Identifies the music of a track. Databases store the result: the keys, their order and the name of the
 * suite's style stay as they were when the first sample was imported.
 */
function hashMusic({ recipe, range }: TrackMusic, codec: string): string {
  const { seed, tonic, bpm, bars, variant } = recipe
  const style = recipe.style === 'suite' ? 'voyage' : recipe.style
  const identity = JSON.stringify([
    { style, seed, tonic, bpm, bars, manner: variant },
    range?.from ?? 0,
    codec,
  ])
  return createHash('sha256').update(identity).digest().subarray(0, 16).toString('base64url')
}

/** The first album of an artist, which defines their style. */
function findMainAlbum(artist: string): AlbumPlan {
  const plan = plans.find(candidate => candidate.artist === artist)
  if (!plan) throw new Error(`${artist} has no album`)
  return plan
}

function generateRecipe(plan: AlbumPlan, track: TrackDetails, seed: string): Recipe {
  const random = createRandom(seed)
  const { style, variant, bpm: range } = track.by ? findMainAlbum(track.by) : plan
  const bpm = Math.round(random.range(range[0], range[1]))
  return { style, seed, tonic: random.integer(0, 11), bpm, bars: generateBars(random, style, bpm), variant }
}

/** Number of bars, in groups of 4 or 8, for a length of about 78 to 128 seconds. */
function generateBars(random: Random, style: StyleName, bpm: number): number {
  const barSeconds = (STYLES[style].beats * 60) / bpm
  const unit = barSeconds > 2.6 ? 4 : 8
  return Math.max(unit * 2, Math.round(random.range(78, 128) / barSeconds / unit) * unit)
}
