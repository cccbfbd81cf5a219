const batchRows = 500

/** Until a batch deletes nothing: what it deletes may free more. */
export async function deleteInBatches(deleteBatch: (rowsMax: number) => Promise<number>): Promise<void> {
  while ((await deleteBatch(batchRows)) > 0);
}
