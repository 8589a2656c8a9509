import { createOutput } from '@refrain/player/dom/create-output'
import type { Output } from '@refrain/player/output/output'
import { createPlayer, type Player } from '@refrain/player/player'
import type { PlayerStatus } from '@refrain/player/state/player-state'
import { frequencyOf, isToneOf, levelOf } from './tone.ts'

/** What the tests reach in the page. */
export interface SoundPage {
  readonly player: Player
  readonly output: Output
  readonly elements: readonly HTMLAudioElement[]
  /** Each change of status or track, with the milliseconds since the page began. */
  readonly history: { status: PlayerStatus; track: string | null; at: number }[]
  /** Everything that sounds is recorded from now on. */
  record(): Promise<void>
  /** Nothing more is recorded: what comes from now on is not what was waited for. */
  stopRecording(): void
  /** What was recorded: 32-bit samples as base64. */
  recorded(): string
  /** When the machine had no time for the sound, since something was heard: what was recorded is then worthless. */
  starved(): string[]
  /** When the machine had no time for what the page does by its clock, in the same way. */
  late(): string[]
  /** RMS of what sounds now. */
  level(): number
  /** What sounds now, in Hz; right for a pure tone. */
  frequency(): number
  /** Whether a pure tone of so many Hz, give or take 25, sounds now. */
  isTone(frequency: number): boolean
  /** When sound was first heard since `forget`, in milliseconds since the page began. */
  firstSoundAt(): number | undefined
  forget(): void
}

declare global {
  interface Window {
    sound: SoundPage
  }
}

const HEARD = 0.001
/** Seconds that lie ready where it is not for want of bytes that nothing sounds. */
const AHEAD = 1
/** Milliseconds that a block of sound may be late. */
const LATE_MS = 60
/** Milliseconds between two looks at the clock, and how late a look may be. */
const LOOK_MS = 10
const LATE_LOOK_MS = 40

const elements: HTMLAudioElement[] = []
/** Without a rate nothing is listened to: what the player costs is then its own. */
const rate = Number(new URLSearchParams(location.search).get('rate'))
const context = new AudioContext(rate > 0 ? { sampleRate: rate } : {})
const { destination } = context
/** Takes everything that is to be heard; the recorder stands behind it. */
const mix = new GainNode(context)
/** What each element sounds like, and the way it is heard by as long as the player takes no other. */
const sources = new Map<HTMLMediaElement, { source: MediaElementAudioSourceNode; way: GainNode }>()
const module = context.audioWorklet.addModule('/recorder.js')
const blocks: { frame: number; samples: Float32Array; at: number }[] = []
const starved: string[] = []
const late: string[] = []
let recorder: AudioWorkletNode | undefined
/** The last moments, newest at the end. */
const latest = new Float32Array(4096)
let firstSoundAt: number | undefined
let isRecording = false

/** The context for the player: what it lets sound is heard here, and what it takes is not heard twice. */
function listenIn(): AudioContext {
  const createMediaElementSource = (element: HTMLMediaElement) => {
    const { source, way } = sources.get(element) ?? {}
    // At once; to be disconnected takes until the sound is not at work.
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
      // It has the bytes, and has not come to decode them.
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
