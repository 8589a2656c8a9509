import {
  initialSettings,
  type LiveSetting,
  settingVariables,
} from '@refrain/contract/administration/settings'
import { administrationTexts } from '@refrain/messages/en/administration'

interface Props {
  readonly setting: LiveSetting
  /** The default in words. */
  readonly defaultLabel: string
  /** Goes back to the default. */
  readonly onReset: () => void
}

/** Where the value of a setting comes from, and what the default is. */
export function SettingSource({ setting: { name, value, source }, defaultLabel, onReset }: Props) {
  const isDefault = value === initialSettings[name]
  const sources = {
    initial: administrationTexts.sourceDefault,
    stored: administrationTexts.sourceStored,
    environment: administrationTexts.fromEnvironment({ variable: settingVariables[name] }),
  }
  const comparison = isDefault
    ? administrationTexts.sameDefault
    : administrationTexts.defaultChoice({ choice: defaultLabel })
  const facts = source === 'initial' ? [sources.initial] : [sources[source], comparison]
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 text-sm text-quiet">
      <p>{facts.join(' ')}</p>
      {source === 'stored' && !isDefault && (
        <button
          type="button"
          className="rounded-small py-2 font-semibold text-text underline underline-offset-4"
          onClick={onReset}
        >
          {administrationTexts.useDefault}
        </button>
      )}
    </div>
  )
}
