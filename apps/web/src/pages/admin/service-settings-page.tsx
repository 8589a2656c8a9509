import {
  initialSettings,
  type LiveSetting,
  type LiveSettingName,
  type LiveSettings,
} from '@refrain/contract/administration/settings'
import { textLimits } from '@refrain/contract/limits'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { commonTexts } from '@refrain/messages/en/common'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useToken } from '../../account/session.ts'
import { changeSetting, failureText } from '../../administration/administer.ts'
import { liveSettingsQuery } from '../../administration/administration-queries.ts'
import { OpenSignUpNote } from '../../administration/open-sign-up-note.tsx'
import { guestOptions, signUpOptions, watchOptions } from '../../administration/setting-choices.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { FormField } from '../../ui/forms/form-field.tsx'
import { Radios } from '../../ui/forms/radios.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { SaveButton } from '../account/save-button.tsx'
import { Section } from '../account/section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { SettingSource } from './setting-source.tsx'

interface Props {
  readonly setting: LiveSetting
  /** @returns whether the value was stored */
  readonly onChange: (name: LiveSettingName, value: string) => Promise<boolean>
}

interface ChoiceProps extends Props {
  readonly title: string
  /** Values and their labels. */
  readonly options: readonly (readonly [string, string])[]
  /** Below the choice. */
  readonly note?: ReactNode
}

interface TextProps extends Props {
  readonly title: string
  /** What it is for. */
  readonly text: string
  readonly label: string
  readonly type: string
  readonly inputMode?: 'url'
  readonly placeholder: string
  readonly maxLength: number
}

/** Settings that change while the service runs. */
export function Component() {
  useDocumentTitle(titles.serviceSettings)
  const { showError, toast } = useErrorToast()
  const { data, error } = useQuery(liveSettingsQuery(useToken()))
  if (!data && error) throw error
  const change: Props['onChange'] = (name, value) =>
    changeSetting({ name, value: value === '' ? null : value }).then(
      () => true,
      failure => {
        showError(failureText(failure, administrationTexts.failed))
        return false
      },
    )
  return (
    <AdminFrame>
      {data?.settings.map(setting => (
        <Setting
          key={setting.name}
          setting={setting}
          onChange={change}
          note={<OpenSignUpNote {...accessOf(data.settings)} />}
        />
      ))}
      {toast}
    </AdminFrame>
  )
}

/** Who may listen and sign up. */
function accessOf(settings: readonly LiveSetting[]): Pick<LiveSettings, 'guests' | 'signUp'> {
  const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
  return { guests: values.guests, signUp: values.signUp } as Pick<LiveSettings, 'guests' | 'signUp'>
}

/** @param note belongs to the choice of who may listen */
function Setting({ note, ...props }: Props & Pick<ChoiceProps, 'note'>) {
  switch (props.setting.name) {
    case 'guests':
      return (
        <ChoiceSetting {...props} title={administrationTexts.guests} options={guestOptions()} note={note} />
      )
    case 'signUp':
      return <ChoiceSetting {...props} title={administrationTexts.signUp} options={signUpOptions()} />
    case 'watch':
      return <ChoiceSetting {...props} title={collectionTexts.watch} options={watchOptions()} />
    case 'serviceName': {
      const { service: title, serviceName: label, serviceNameText: text } = administrationTexts
      const field = { type: 'text', placeholder: PRODUCT_NAME, maxLength: textLimits.serviceName.max }
      return <TextSetting {...props} {...field} title={title} text={text} label={label} />
    }
    case 'artistsUrl': {
      const { artistsUrl: title, artistsUrlText: text } = administrationTexts
      return <AddressSetting {...props} title={title} text={text} />
    }
    case 'chatUrl': {
      const { chatUrl: title, chatUrlText: text } = administrationTexts
      return <AddressSetting {...props} title={title} text={text} />
    }
  }
}

const isFixed = ({ source }: LiveSetting) => source === 'environment'

function defaultLabel({ name }: LiveSetting, options: ChoiceProps['options']): string {
  const [, label = ''] = options.find(([value]) => value === initialSettings[name]) ?? []
  return label
}

function ChoiceSetting({ setting, onChange, title, options, note }: ChoiceProps) {
  // Shown before the server has answered.
  const [chosen, setChosen] = useState<string>()
  const radios = useRef<HTMLDivElement>(null)
  const { name } = setting
  /** @param stored '' for the default */
  async function choose(value: string, stored = value): Promise<void> {
    flushSync(() => setChosen(value))
    // "Use the default" goes away, and its focus with it.
    if (stored === '') radios.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
    await onChange(name, stored)
    setChosen(undefined)
  }
  return (
    <Section title={title}>
      <Radios
        ref={radios}
        label={title}
        name={name}
        value={chosen ?? setting.value}
        options={options}
        disabled={isFixed(setting)}
        onChange={value => void choose(value)}
      />
      {note}
      <SettingSource
        setting={setting}
        defaultLabel={defaultLabel(setting, options)}
        onReset={() => void choose(initialSettings[name], '')}
      />
    </Section>
  )
}

function TextSetting({ setting, onChange, title, text, label, ...field }: TextProps) {
  const [saved, setSaved] = useState(false)
  const [busy, setBusy] = useState(false)
  // Undefined until something is typed that is not stored.
  const [typed, setTyped] = useState<string>()
  const saveButton = useRef<HTMLButtonElement>(null)
  const { name, value } = setting
  async function store(text: string): Promise<boolean> {
    const isStored = await onChange(name, text.trim())
    // What was typed meanwhile stays.
    if (isStored) setTyped(now => (now === typed ? undefined : now))
    return isStored
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setSaved(false)
    setBusy(true)
    setSaved(await store(typed ?? value))
    setBusy(false)
  }
  function reset(): void {
    // The pressed button goes away, and its focus with it. The field would open a phone's keyboard.
    saveButton.current?.focus()
    setSaved(false)
    void store('')
  }
  return (
    <Section title={title} text={text}>
      <form onSubmit={event => void submit(event)} className="grid gap-1">
        <FormField
          {...field}
          label={label}
          name={name}
          value={typed ?? value}
          onChange={event => {
            setTyped(event.currentTarget.value)
            setSaved(false)
          }}
          readOnly={isFixed(setting)}
          errors={{}}
        />
        {!isFixed(setting) && (
          <SaveButton ref={saveButton} busy={busy} answer={saved && commonTexts.saved} plain>
            {administrationTexts.save}
          </SaveButton>
        )}
      </form>
      <SettingSource
        setting={setting}
        defaultLabel={name === 'serviceName' ? PRODUCT_NAME : administrationTexts.defaultEmpty}
        onReset={reset}
      />
    </Section>
  )
}

function AddressSetting(props: Omit<TextProps, keyof typeof ADDRESS | 'label' | 'placeholder'>) {
  const { address, addressExample } = administrationTexts
  return <TextSetting {...props} {...ADDRESS} label={address} placeholder={addressExample} />
}

const ADDRESS = { type: 'url', inputMode: 'url', maxLength: textLimits.settingValue.max } as const
