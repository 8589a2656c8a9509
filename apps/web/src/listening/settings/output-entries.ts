import { playbackTexts } from '@refrain/messages/en/playback'
import { audioSink, canSetSink, setSink } from '@refrain/player/dom/audio-sink'
import { Speaker } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { MenuEntry } from '../../ui/menus/menu-entry.ts'

/** Firefox's list of outputs; missing in TypeScript's DOM library. */
interface OutputChooser {
  selectAudioOutput?(): Promise<MediaDeviceInfo>
}

/** Names of the ids under which Chromium lists the system's defaults once more. */
const ALIASES = ['', 'default', 'communications']

/**
 * The outputs that the browser names, in a sub-menu, or an entry that makes it name them: Firefox shows a list of its own, Chromium
 * names outputs to pages that may use the microphone. Nothing where pages cannot choose.
 */
export function useOutputEntries(): MenuEntry[] {
  const { id } = useSyncExternalStore(audioSink.subscribe, audioSink.getState, audioSink.getState)
  const [outputs, setOutputs] = useState<readonly MediaDeviceInfo[] | null>(null)
  useEffect(() => {
    if (!canSetSink() || !navigator.mediaDevices) return
    const closed = new AbortController()
    const update = () =>
      void listOutputs().then(
        found => !closed.signal.aborted && setOutputs(found),
        () => {},
      )
    navigator.mediaDevices.addEventListener('devicechange', update, { signal: closed.signal })
    update()
    return () => closed.abort()
  }, [])

  if (!outputs) return []
  if (outputs.length === 0) return [findEntry(() => listOutputs().then(setOutputs))]
  const chosen = outputs.find(({ deviceId }) => deviceId === id)?.label ?? playbackTexts.defaultOutput
  return [
    {
      label: playbackTexts.output,
      icon: Speaker,
      value: chosen,
      options: [playbackTexts.defaultOutput, ...outputs.map(({ label }) => label)],
      chosen,
      onChoose: option => void setSink(outputs.find(({ label }) => label === option)?.deviceId ?? ''),
    },
  ]
}

function findEntry(onFound: () => Promise<void>): MenuEntry {
  const chooser = navigator.mediaDevices as OutputChooser
  return {
    label: playbackTexts.findOutputs,
    icon: Speaker,
    ...(!chooser.selectAudioOutput && { note: playbackTexts.needsMicrophone }),
    async onSelect() {
      try {
        if (chooser.selectAudioOutput) await setSink((await chooser.selectAudioOutput()).deviceId)
        else {
          const microphone = await navigator.mediaDevices.getUserMedia({ audio: true })
          for (const track of microphone.getTracks()) track.stop()
        }
        await onFound()
      } catch {
        // The listener has refused; the audio stays where it is.
      }
    },
  }
}

/** Those with a name, each name once. */
async function listOutputs(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const outputs = devices.filter(
    ({ kind, deviceId, label }) => kind === 'audiooutput' && label && !ALIASES.includes(deviceId),
  )
  return outputs.filter(({ label }, i) => outputs.findIndex(other => other.label === label) === i)
}
