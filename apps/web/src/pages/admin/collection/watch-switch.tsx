import type { Collection } from '@refrain/contract/administration/collection'
import { settingVariables } from '@refrain/contract/administration/settings'
import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useState } from 'react'
import { changeSetting, failureText } from '../../../administration/administer.ts'
import { formatDistance } from '../../../administration/format-facts.ts'
import { Switch } from '../../../ui/forms/switch.tsx'

interface Props {
  readonly watch: Collection['watch']
  /** Why the last import failed, or ''. */
  readonly problem: string
  readonly onFailure: (message: string) => void
}

/** Switches watching on and off, and says whether a process watches. */
export function WatchSwitch({ watch, problem, onFailure }: Props) {
  const { isOn, isFixed } = watch
  // Shown before the server has answered.
  const [chosen, setChosen] = useState<boolean>()
  const shown = chosen ?? isOn
  async function change(on: boolean): Promise<void> {
    setChosen(on)
    await changeSetting({ name: 'watch', value: on ? 'on' : 'off' }).catch(error =>
      onFailure(failureText(error, administrationTexts.failed)),
    )
    setChosen(undefined)
  }
  const state = problem || describeWatching(watch)
  return (
    <Switch
      label={collectionTexts.watch}
      text={
        isFixed
          ? administrationTexts.fromEnvironment({ variable: settingVariables.watch })
          : collectionTexts.watchText
      }
      on={shown}
      disabled={isFixed}
      onChange={on => void change(on)}
    >
      <p role="status" className="text-sm text-quiet empty:hidden">
        {shown ? state : ''}
      </p>
    </Switch>
  )
}

function describeWatching({ isWatching, nextWalkAt }: Collection['watch']): string {
  if (!isWatching) return collectionTexts.watchStarting
  if (nextWalkAt === null) return collectionTexts.watching
  return collectionTexts.watchingUntil({ time: formatDistance(nextWalkAt) })
}
