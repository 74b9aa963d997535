// Go's net/http: server FOLDER PORT. The number of threads comes from GOMAXPROCS.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
)

type record struct {
	ID     int64    `json:"id"`
	Name   string   `json:"name"`
	Email  string   `json:"email"`
	Active bool     `json:"active"`
	Score  float64  `json:"score"`
	Tags   []string `json:"tags"`
}

type message struct {
	Message string `json:"message"`
}

const pageText = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Table</title></head><body>
<h1>Rows</h1>
<table>
{{range .}}<tr>{{range .}}<td>{{.}}</td>{{end}}</tr>
{{end}}</table>
</body></html>
`

var (
	rows     [][]string
	records  []record
	pageTmpl = template.Must(template.New("page").Parse(pageText))
	escaper  = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(folder string) {
	text, err := os.ReadFile(folder + "/rows.tsv")
	must(err)
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	text, err = os.ReadFile(folder + "/records.json")
	must(err)
	must(json.Unmarshal(text, &records))
}

func send(w http.ResponseWriter, mediaType string, body []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body)
}

func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { send(w, "text/plain; charset=utf-8", []byte(body)) }
}

func asJSON(value any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := json.Marshal(value)
		if err != nil {
			http.Error(w, err.Error(), 500)
			return
		}
		send(w, "application/json", body)
	}
}

func readRecords(w http.ResponseWriter, r *http.Request) {
	var list []record
	if err := json.NewDecoder(r.Body).Decode(&list); err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	active := 0
	for _, it := range list {
		if it.Active {
			active++
		}
	}
	send(w, "text/plain; charset=utf-8", []byte(fmt.Sprintf("%d %d\n", len(list), active)))
}

func template_(w http.ResponseWriter, r *http.Request) {
	var out bytes.Buffer
	if err := pageTmpl.Execute(&out, rows); err != nil {
		http.Error(w, err.Error(), 500)
		return
	}
	send(w, "text/html; charset=utf-8", out.Bytes())
}

func concatenation(w http.ResponseWriter, r *http.Request) {
	var out bytes.Buffer
	out.WriteString("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Table</title></head><body>\n<h1>Rows</h1>\n<table>\n")
	for _, cells := range rows {
		out.WriteString("<tr>")
		for _, cell := range cells {
			out.WriteString("<td>")
			escaper.WriteString(&out, cell)
			out.WriteString("</td>")
		}
		out.WriteString("</tr>\n")
	}
	out.WriteString("</table>\n</body></html>\n")
	send(w, "text/html; charset=utf-8", out.Bytes())
}

func upload(w http.ResponseWriter, r *http.Request) {
	size, err := io.Copy(io.Discard, r.Body)
	if err != nil {
		return
	}
	send(w, "text/plain; charset=utf-8", []byte(strconv.FormatInt(size, 10)+"\n"))
}

func main() {
	read(os.Args[1])
	http.HandleFunc("/", text("Hello, world\n"))
	http.HandleFunc("/ok", text("ok"))
	http.HandleFunc("/small", asJSON(message{"Hello, World!"}))
	http.HandleFunc("/records", asJSON(records))
	http.HandleFunc("/records-read", readRecords)
	http.HandleFunc("/page", concatenation)
	http.HandleFunc("/page-template", template_)
	http.HandleFunc("/upload", upload)
	http.Handle("/files/", http.StripPrefix("/files/", http.FileServer(http.Dir(os.Args[1]))))
	must(http.ListenAndServe("127.0.0.1:"+os.Args[2], nil))
}
