import type { Codec } from '@refrain/audio/audio-info'
import { analyseAudio } from '@refrain/audio/loudness/analyse-audio'

export interface AnalysisCost {
  readonly cpuSeconds: number
  readonly megabytes: number
}

const [codec = '', path = '', rate, length] = process.argv.slice(2)
const before = process.cpuUsage()
const file = {
  path,
  codec: codec as Codec,
  sampleRate: Number(rate),
  channels: 2,
  trueSamples: Number(length),
}
let most = 0
await analyseAudio({ ...file, primingSamples: 0 }, () => {
  most = Math.max(most, process.memoryUsage.rss())
})
const { user, system } = process.cpuUsage(before)
const cost: AnalysisCost = {
  cpuSeconds: (user + system) / 1e6,
  megabytes: Math.round(most / 2 ** 20),
}
console.log(JSON.stringify(cost))
