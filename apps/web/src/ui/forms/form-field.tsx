import { type ComponentProps, type ReactNode, useId } from 'react'
import type { FieldErrors } from './use-form.ts'
import './form-field.css'

interface Common {
  readonly label: string
  readonly name: string
  readonly errors: FieldErrors
}

type InputProps = Common & ComponentProps<'input'> & { readonly trailing?: ReactNode }

/** An input with a label above and room for an error message below. */
export function FormField({ label, errors, trailing, ...input }: InputProps) {
  const { id, error, described } = useDescription(errors[input.name])
  return (
    <div>
      <Label id={id}>{label}</Label>
      <div className="relative">
        <input id={id} {...described} {...input} className={`field ${trailing ? 'pr-12' : ''}`} />
        {trailing}
      </div>
      {error}
    </div>
  )
}

/** A multi-line `FormField`. */
export function TextField({ label, errors, ...input }: Common & ComponentProps<'textarea'>) {
  const { id, error, described } = useDescription(errors[input.name])
  return (
    <div>
      <Label id={id}>{label}</Label>
      <textarea id={id} {...described} {...input} className="field block resize-y py-3" />
      {error}
    </div>
  )
}

function Label({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
      {children}
    </label>
  )
}

function useDescription(message: string | undefined) {
  const id = useId()
  return {
    id,
    described: message ? { 'aria-invalid': true, 'aria-describedby': `${id}-wrong` } : {},
    error: (
      <p id={`${id}-wrong`} className="mt-1 min-h-5 text-sm text-wrong">
        {message}
      </p>
    ),
  }
}
