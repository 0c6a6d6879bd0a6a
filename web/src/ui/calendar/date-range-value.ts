/** First and last day ('yyyy-MM-dd'), both included; '' for an open end. */
export interface DateRangeValue {
  de: string;
  ate: string;
}
