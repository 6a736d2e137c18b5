// Form controls that every page uses.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Named } from "../api/types";

interface CardProps { title: string; aside?: ComponentChildren; late?: boolean; children: ComponentChildren }

/** A section of a page. Late cards come last in the single-column layout. */
export function Card({ title, aside, late, children }: CardProps) {
  const id = useId();
  return (
    <section class={late ? "card late" : "card"} aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A label above a control; `children` receives the id for the control. */
export function Field({ label, hint, children }: { label: string; hint?: string; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint && <p class="hint">{hint}</p>}
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string;
  /** A name, optionally with a text to show instead of it. */
  options: readonly ((Named & { shown?: string }) | string)[];
  onChange(value: string): void;
  hint?: string;
}

export function Select({ label, value, options, onChange, hint }: SelectProps) {
  return (
    <Field label={label} {...(hint && { hint })}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => {
            const { name, summary, shown } = typeof option === "string" ? { name: option, summary: "", shown: option } : option;
            return (
              <option key={name} value={name} title={summary}>
                {capital(shown ?? (name || summary))}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
}

/** A segmented control: a group of radio buttons. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class={option.value === value ? "on" : ""}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
