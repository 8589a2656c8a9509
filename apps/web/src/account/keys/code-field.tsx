import { textLimits } from '@refrain/contract/limits'
import { securityTexts } from '@refrain/messages/en/account/security'
import { focusOnMount } from '../../ui/forms/focus-on-mount.ts'
import { FormField } from '../../ui/forms/form-field.tsx'
import type { FieldErrors } from '../../ui/forms/use-form.ts'

interface Props {
  readonly errors: FieldErrors
  /** Gets the focus when it appears: a second step. */
  readonly focuses?: boolean
}

/** A field for a code of an authenticator app, or a recovery code. */
export function CodeField({ errors, focuses = false }: Props) {
  return (
    <FormField
      label={securityTexts.code}
      name="code"
      type="text"
      maxLength={textLimits.secondFactorCode.max}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...(focuses && { ref: focusOnMount })}
      errors={errors}
    />
  )
}
