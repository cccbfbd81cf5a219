import styles from './webhook-url.module.css'

/** At most two lines. The page of the webhook has all of it. */
export const WebhookUrl = ({ url }: { readonly url: string }) => (
  <code className={styles.url} title={url}>
    {url}
  </code>
)
