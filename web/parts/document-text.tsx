/** Long text in its own scrollable frame that the keyboard can reach. */
export function DocumentText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by the keyboard
    <section className="document" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  )
}
