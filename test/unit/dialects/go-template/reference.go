// Asks text/template itself: one JSON case on each line of the input, one JSON answer on each line of the output.
// Whole numbers of the values become int, all others float64, as a program has them.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"text/template"
	"time"
)

type question struct {
	Text   string            `json:"text"`
	Values map[string]any    `json:"values"`
	Texts  map[string]string `json:"texts"`
	Option string            `json:"option"`
	Delims string            `json:"delimiters"`
}

type answer struct {
	Output string `json:"output"`
	Error  string `json:"error,omitempty"`
	Parsed bool   `json:"parsed"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			encoder.Encode(ask(line))
		}
		if err != nil {
			return
		}
	}
}

func ask(line []byte) answer {
	var q question
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(&q); err != nil {
		panic(err)
	}
	left, right, _ := strings.Cut(q.Delims, " ")
	main, err := template.New("main").Delims(left, right).Parse(q.Text)
	for name, text := range q.Texts {
		if err == nil {
			_, err = main.New(name).Parse(text)
		}
	}
	if err != nil {
		return answer{Error: err.Error()}
	}
	if q.Option != "" {
		main.Option(q.Option)
	}
	var written strings.Builder
	done := make(chan error, 1)
	go func() { done <- main.Execute(&written, values(q.Values)) }()
	select {
	case err = <-done:
	case <-time.After(10 * time.Second):
		return answer{Error: "slow", Parsed: true}
	}
	if err != nil {
		return answer{Output: written.String(), Error: err.Error(), Parsed: true}
	}
	return answer{Output: written.String(), Parsed: true}
}

func values(value any) any {
	switch value := value.(type) {
	case json.Number:
		if whole, err := value.Int64(); err == nil {
			return int(whole)
		}
		number, _ := value.Float64()
		return number
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = values(item)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(value))
		for key, item := range value {
			m[key] = values(item)
		}
		return m
	}
	return value
}
