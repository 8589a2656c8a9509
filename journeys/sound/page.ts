import { createOutput } from '@refrain/player/dom/create-output'
import type { Output } from '@refrain/player/output/output'
import { createPlayer, type Player } from '@refrain/player/player'
import type { PlayerStatus } from '@refrain/player/state/player-state'
import { frequencyOf, isToneOf, levelOf } from './tone.ts'

/** The interface of the page for tests. */
interface SoundPage {
  readonly player: Player
  readonly output: Output
  readonly elements: readonly HTMLAudioElement[]
  /** Each change of status or track, with milliseconds since page load. */
  readonly history: { status: PlayerStatus; track: string | null; at: number }[]
  /** Starts recording all audio. */
  record(): Promise<void>
  /** Stops recording, so that later audio is excluded. */
  stopRecording(): void
  /** The recording: 32-bit samples as base64. */
  recorded(): string
  /** When audio blocks arrived late after the first sound: the recording is then unusable. */
  starved(): string[]
  /** When the page's timers fired late, in the same way. */
  late(): string[]
  /** RMS of the current audio. */
  level(): number
  /** Current frequency in Hz; valid for a pure tone. */
  frequency(): number
  /** Whether a pure tone within 25 Hz of this frequency is playing. */
  isTone(frequency: number): boolean
  /** Time of the first sound since `forget`, in milliseconds since page load. */
  firstSoundAt(): number | undefined
  forget(): void
  /** Only where the page knows of other tabs: the starts of tracks that were counted as plays, in this tab. */
  counted?: number[]
}

declare global {
  interface Window {
    sound: SoundPage
  }
}

const HEARD = 0.001
/** Buffered seconds above which silence is not caused by missing bytes. */
const AHEAD = 1
/** Tolerated delay of an audio block in milliseconds. */
const LATE_MS = 60
/** Interval between two clock checks in milliseconds, and their tolerated delay. */
const LOOK_MS = 10
const LATE_LOOK_MS = 40

const elements: HTMLAudioElement[] = []
/** Without a rate nothing is recorded, so that only the player's own cost is measured. */
const rate = Number(new URLSearchParams(location.search).get('rate'))
const context = new AudioContext(rate > 0 ? { sampleRate: rate } : {})
const { destination } = context
/** Receives all audio; the recorder is connected to it. */
const mix = new GainNode(context)
/** Source of each element, and its direct connection until the player connects it elsewhere. */
const sources = new Map<HTMLMediaElement, { source: MediaElementAudioSourceNode; way: GainNode }>()
const module = context.audioWorklet.addModule('/recorder.js')
const blocks: { frame: number; samples: Float32Array; at: number }[] = []
const starved: string[] = []
const late: string[] = []
let recorder: AudioWorkletNode | undefined
/** The latest samples, newest last. */
const latest = new Float32Array(4096)
let firstSoundAt: number | undefined
let isRecording = false

/** Audio context for the player that captures its output without capturing an element twice. */
function listenIn(): AudioContext {
  const createMediaElementSource = (element: HTMLMediaElement) => {
    const { source, way } = sources.get(element) ?? {}
    // Mutes at once; disconnecting takes effect only later.
    if (way) way.gain.value = 0
    source?.disconnect()
    return source
  }
  return Object.defineProperties(context, {
    destination: { value: mix },
    createMediaElementSource: { value: createMediaElementSource },
  })
}

const output = createOutput({
  fetchStreamIndex: async ({ trackId, ...query }, signal) => {
    const answer = await fetch(`/api/streams/${trackId}?${new URLSearchParams(query)}`, { signal })
    if (!answer.ok) throw Object.assign(new Error(`${answer.status}`), { status: answer.status })
    return answer.json()
  },
  createElement() {
    const element = new Audio()
    elements.push(element)
    if (rate === 0) return element
    const source = new MediaElementAudioSourceNode(context, { mediaElement: element })
    const way = new GainNode(context)
    sources.set(element, { source, way })
    source.connect(way).connect(mix)
    element.addEventListener('waiting', () => {
      const { currentTime, buffered, seeking } = element
      const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
      // The bytes are buffered but not decoded yet.
      if (firstSoundAt !== undefined && !seeking && end - currentTime > AHEAD) {
        starved.push(
          `the decoder stopped at ${currentTime.toFixed(2)} s with ${(end - currentTime).toFixed(1)} s ahead`,
        )
      }
    })
    return element
  },
  createContext: () => (rate > 0 ? listenIn() : new AudioContext()),
})
const player = createPlayer({ output })
const history: SoundPage['history'] = []
player.subscribe(() => {
  const { status, track } = player.getState()
  const last = history.at(-1)
  if (last?.status !== status || last?.track !== (track?.id ?? null)) {
    history.push({ status, track: track?.id ?? null, at: performance.now() })
  }
})

let looked = performance.now()
setInterval(() => {
  const now = performance.now()
  const lag = now - looked - LOOK_MS
  if (firstSoundAt !== undefined && lag > LATE_LOOK_MS)
    late.push(`the page stood still for ${lag.toFixed(0)} ms`)
  looked = now
}, LOOK_MS)

window.sound = {
  player,
  output,
  elements,
  history,
  async record() {
    await module
    await context.resume()
    recorder = new AudioWorkletNode(context, 'recorder', { channelCount: 1, channelCountMode: 'explicit' })
    recorder.port.onmessage = ({ data }) => {
      latest.copyWithin(0, data.samples.length)
      latest.set(data.samples, latest.length - data.samples.length)
      if (data.samples.some((sample: number) => Math.abs(sample) > HEARD)) firstSoundAt ??= performance.now()
      if (isRecording) blocks.push(data)
    }
    mix.connect(recorder).connect(destination)
    isRecording = true
  },
  stopRecording() {
    isRecording = false
  },
  recorded() {
    const first = blocks[0]?.frame ?? 0
    const whole = new Float32Array((blocks.at(-1)?.frame ?? 0) - first + 128)
    for (const { frame, samples } of blocks) whole.set(samples, frame - first)
    const bytes = new Uint8Array(whole.buffer)
    let text = ''
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
    return btoa(text)
  },
  starved() {
    const begin = blocks.findIndex(({ samples }) => samples.some(sample => Math.abs(sample) > HEARD))
    const late = blocks.flatMap((block, i) => {
      const before = blocks[i - 1]
      if (!before || i <= begin) return []
      const lost = block.frame - before.frame - before.samples.length
      const lag = block.at - before.at
      if (lost > 0) return [`${lost} samples were not recorded at ${block.frame}`]
      return lag > LATE_MS ? [`the sound stood still for ${lag} ms at ${block.frame}`] : []
    })
    return [...late, ...starved]
  },
  late: () => late,
  level: () => levelOf(latest),
  frequency: () => frequencyOf(latest, context.sampleRate),
  isTone: frequency => isToneOf(latest, context.sampleRate, frequency),
  firstSoundAt: () => firstSoundAt,
  forget() {
    firstSoundAt = undefined
    blocks.length = 0
    starved.length = 0
    late.length = 0
  },
}
