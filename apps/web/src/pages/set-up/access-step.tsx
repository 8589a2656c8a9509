import type { SetUp } from '@refrain/contract/administration/set-up'
import type { GuestMode, SignUpMode } from '@refrain/contract/administration/settings'
import { textLimits } from '@refrain/contract/limits'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { administrationTexts } from '@refrain/messages/en/administration'
import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { type FormEvent, type ReactNode, useState } from 'react'
import { OpenSignUpNote } from '../../administration/open-sign-up-note.tsx'
import { guestOptions, signUpOptions } from '../../administration/setting-choices.ts'
import { FormField } from '../../ui/forms/form-field.tsx'
import { Radios } from '../../ui/forms/radios.tsx'
import { FileCount } from './file-count.tsx'
import { fixedText } from './fixed-text.ts'
import { Step } from './step.tsx'

/** What is chosen of it. */
export interface Access {
  readonly serviceName: string
  readonly guests: GuestMode
  readonly signUp: SignUpMode
}

interface Props {
  readonly fixed: SetUp['fixed']
  readonly access: Access
  readonly code: string
  /** That is imported next, or null. */
  readonly folder: string | null
  readonly onChange: (change: Partial<Access>) => void
  readonly onBack: () => void
  readonly onFinish: () => Promise<void>
}

/** What the service is called, who may listen, and who may sign up. */
export function AccessStep({ fixed, access, code, folder, onChange, onBack, onFinish }: Props) {
  const { serviceName, guests, signUp } = access
  const [busy, setBusy] = useState(false)
  async function finish(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onFinish()
    setBusy(false)
  }
  return (
    <Step
      number={3}
      title={setUpTexts.access}
      form={{ onSubmit: event => void finish(event) }}
      action={setUpTexts.finish}
      {...{ busy, onBack }}
    >
      {fixed.includes('serviceName') ? (
        <Choice title={administrationTexts.serviceName} text={fixedText(fixed, 'serviceName')} />
      ) : (
        <FormField
          label={administrationTexts.serviceName}
          name="serviceName"
          type="text"
          maxLength={textLimits.serviceName.max}
          autoComplete="off"
          placeholder={PRODUCT_NAME}
          value={serviceName}
          onChange={event => onChange({ serviceName: event.target.value })}
          errors={{}}
        />
      )}
      <Choice title={administrationTexts.guests} text={fixedText(fixed, 'guests')}>
        {!fixed.includes('guests') && (
          <Radios
            label={administrationTexts.guests}
            name="guests"
            value={guests}
            onChange={value => onChange({ guests: value })}
            options={guestOptions()}
          />
        )}
        <OpenSignUpNote guests={guests} signUp={signUp} />
      </Choice>
      <Choice title={administrationTexts.signUp} text={fixedText(fixed, 'signUp')}>
        {!fixed.includes('signUp') && (
          <Radios
            label={administrationTexts.signUp}
            name="signUp"
            value={signUp}
            onChange={value => onChange({ signUp: value })}
            options={signUpOptions()}
          />
        )}
      </Choice>
      {folder !== null && (
        <Choice title={setUpTexts.chosenFolder} text={folder}>
          <FileCount code={code} folder={folder} />
        </Choice>
      )}
    </Step>
  )
}

interface ChoiceProps {
  readonly title: string
  readonly text: string | undefined
  readonly children?: ReactNode
}

function Choice({ title, text, children }: ChoiceProps) {
  return (
    <div>
      <h3 className="text-sm font-semibold">{title}</h3>
      {text && <p className="mt-1 text-sm text-quiet [overflow-wrap:anywhere]">{text}</p>}
      {children}
    </div>
  )
}
