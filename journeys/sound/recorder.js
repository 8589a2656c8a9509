// Runs on the audio thread: passes on all that comes in, with the frame it belongs to.
class Recorder extends AudioWorkletProcessor {
  process([input]) {
    const samples = input[0]?.slice() ?? new Float32Array(128)
    this.port.postMessage({ frame: currentFrame, samples, at: Date.now() })
    return true
  }
}

registerProcessor('recorder', Recorder)
