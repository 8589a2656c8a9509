import type { Page } from 'playwright-core'

interface Tapped extends HTMLMediaElement {
  captureStream(): MediaStream
}

declare global {
  interface Window {
    audibleSamples: () => { level: number; frequency: number }
  }
}

/**
 * Runs in the page before its own scripts: measures the output of each playing media element in Web Audio
 * without visible effects on the page.
 */
export function tapSound(): void {
  const analysers = new Map<HTMLMediaElement, AnalyserNode>()
  let context: AudioContext | undefined
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function (this: Tapped) {
    this.addEventListener('playing', () => tap(this))
    return play.call(this)
  }

  function tap(element: Tapped): void {
    if (analysers.has(element) || element.captureStream().getAudioTracks().length === 0) return
    context ??= new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 4096
    context.createMediaStreamSource(element.captureStream()).connect(analyser)
    analysers.set(element, analyser)
  }

  window.audibleSamples = () => {
    let loudest = { level: 0, frequency: 0 }
    for (const [element, analyser] of analysers) {
      if (element.paused) continue
      const samples = new Float32Array(analyser.fftSize)
      analyser.getFloatTimeDomainData(samples)
      // The captured stream ignores the element's volume.
      const volume = element.muted ? 0 : element.volume
      const level =
        volume * Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
      const bins = new Float32Array(analyser.frequencyBinCount)
      analyser.getFloatFrequencyData(bins)
      const bin = bins.indexOf(Math.max(...bins))
      const frequency = (bin * analyser.context.sampleRate) / analyser.fftSize
      if (level > loudest.level) loudest = { level, frequency }
    }
    return loudest
  }
}

/** RMS level (0 to 1) and strongest frequency (Hz) of the page's current audio. */
export function listen(page: Page): Promise<{ level: number; frequency: number }> {
  return page.evaluate(() => window.audibleSamples())
}
