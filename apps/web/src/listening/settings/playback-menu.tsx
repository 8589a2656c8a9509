import { commonTexts } from '@refrain/messages/en/common'
import { playbackTexts } from '@refrain/messages/en/playback'
import { watchReceivers } from '@refrain/player/dom/air-play'
import type { SleepSetting } from '@refrain/player/sleep-timer'
import { REPEAT_MODES } from '@refrain/player/state/playback-settings'
import { Airplay, Gauge, InfinityIcon, Moon, Repeat, Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import type { MenuAnchor } from '../../ui/menus/menu-props.ts'
import OptionsMenu from '../../ui/menus/options-menu.tsx'
import { player } from '../engine/player.ts'
import { setAutoplay } from '../engine/repeat.ts'
import { usePlayer } from '../engine/use-player.ts'
import { formatRate, RATES } from './format-rate.ts'
import { useOutputEntries } from './output-entries.ts'
import { repeatLabel } from './repeat-label.ts'
import { chooseSleep, sleepChoices, sleepChosen, sleepLeft } from './sleep-choices.ts'

interface Props {
  readonly anchor: MenuAnchor
  readonly onClose: () => void
}

/** Menu with speed, sleep timer, repeat and autoplay, outputs and AirPlay where the browser has them, and a link to the other settings. */
export default function PlaybackMenu({ anchor, onClose }: Props) {
  const { rate, repeat, autoplay } = usePlayer(state => state.settings)
  const sleep = usePlayer(state => state.sleep)
  const left = useSleepLeft(sleep)
  const outputs = useOutputEntries()
  const hasReceivers = useHasReceivers()
  const navigate = useNavigate()
  return (
    <OptionsMenu
      label={playbackTexts.playback}
      width="w-64"
      anchor={anchor}
      onClose={onClose}
      entries={[
        {
          label: playbackTexts.speed,
          icon: Gauge,
          value: formatRate(rate),
          options: RATES.map(formatRate),
          chosen: formatRate(rate),
          onChoose: shown =>
            player.setSettings({ rate: RATES.find(each => formatRate(each) === shown) ?? 1 }),
        },
        {
          label: playbackTexts.sleepTimer,
          icon: Moon,
          value: left,
          options: sleepChoices(),
          chosen: sleepChosen(sleep),
          onChoose: chooseSleep,
        },
        {
          label: playbackTexts.repeat,
          icon: Repeat,
          value: repeatLabel(repeat),
          options: REPEAT_MODES.map(repeatLabel),
          chosen: repeatLabel(repeat),
          onChoose: shown =>
            player.setSettings({ repeat: REPEAT_MODES.find(each => repeatLabel(each) === shown) ?? 'all' }),
        },
        {
          label: playbackTexts.autoplay,
          icon: InfinityIcon,
          value: autoplay ? playbackTexts.on : commonTexts.off,
          options: [playbackTexts.on, commonTexts.off],
          chosen: autoplay ? playbackTexts.on : commonTexts.off,
          onChoose: shown => setAutoplay(shown === playbackTexts.on),
        },
        ...outputs,
        ...(hasReceivers
          ? [{ label: playbackTexts.airPlay, icon: Airplay, onSelect: player.showReceivers }]
          : []),
        { label: playbackTexts.settings, icon: Settings, onSelect: () => void navigate(paths.settings()) },
      ]}
    />
  )
}

function useHasReceivers(): boolean {
  const [hasReceivers, setHasReceivers] = useState(false)
  useEffect(() => {
    const closed = new AbortController()
    watchReceivers(setHasReceivers, closed.signal)
    return () => closed.abort()
  }, [])
  return hasReceivers
}

/** The remaining time of the sleep timer; updates while it is shown. */
function useSleepLeft(sleep: SleepSetting): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (sleep.kind !== 'at') return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [sleep])
  return sleepLeft(sleep, now)
}
