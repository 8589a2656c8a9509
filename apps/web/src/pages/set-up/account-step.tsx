import { signupForm } from '@refrain/contract/account/forms'
import { textLimits } from '@refrain/contract/limits'
import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { AccountFields } from '../../account/account-fields.tsx'
import { FormField } from '../../ui/forms/form-field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Step } from './step.tsx'

export type Account = z.infer<typeof signupForm>

interface Props {
  readonly isShown: boolean
  /** The code of the link need not be shown. */
  readonly asksForCode: boolean
  readonly code: string
  readonly codeError: string | undefined
  readonly onCode: (code: string) => void
  readonly onNext: (account: Account) => Promise<void>
}

/** Who the administrator is, and the code that lets nobody else be it. */
export function AccountStep({ isShown, asksForCode, code, codeError, onCode, onNext }: Props) {
  const { form, errors, busy } = useForm(signupForm, onNext)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isShown && codeError) field.current?.focus()
  }, [isShown, codeError])
  return (
    <Step
      {...{ number: 1, isShown, form, busy }}
      title={setUpTexts.account}
      text={setUpTexts.accountText}
      action={setUpTexts.next}
    >
      {/* Each error has its place below its field, apart from the next label and the edge. */}
      <div className="-mb-2 grid gap-2">
        {asksForCode && (
          <div>
            <p className="mb-3 text-sm text-quiet">{setUpTexts.codeText}</p>
            <FormField
              ref={field}
              label={setUpTexts.codeField}
              name="code"
              type="text"
              maxLength={textLimits.setUpCode.max}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={code}
              onChange={event => onCode(event.target.value)}
              errors={codeError ? { code: codeError } : {}}
            />
          </div>
        )}
        <AccountFields errors={errors} />
      </div>
    </Step>
  )
}
